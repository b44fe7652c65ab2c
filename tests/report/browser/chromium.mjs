// chromium.mjs - a headless Chromium driven over its debugging pipe: no port, no package.
// SPDX-FileCopyrightText: The Plumbline authors
// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';

export class Browser {
  constructor(program, folder) {
    this.process = spawn(program, ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage',
      '--remote-debugging-pipe', '--hide-scrollbars', `--user-data-dir=${folder}`, '--no-first-run',
      '--disable-background-networking', '--disable-component-update', '--disable-sync', 'about:blank'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    this.next = 1;
    this.waiting = new Map();
    this.listeners = [];
    this.gone = new Promise((resolve) => this.process.on('exit', resolve));
    let text = '';
    this.process.stdio[4].on('data', (piece) => {
      text += piece;
      for (let end = text.indexOf('\0'); end >= 0; end = text.indexOf('\0')) {
        this.take(JSON.parse(text.slice(0, end)));
        text = text.slice(end + 1);
      }
    });
  }

  take(message) {
    if (message.id === undefined) {
      for (const listener of this.listeners) listener(message);
      return;
    }
    const { resolve, reject, method } = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (message.error) reject(new Error(`${method}: ${message.error.message}`));
    else resolve(message.result);
  }

  send(method, params = {}, sessionId = undefined) {
    const id = this.next++;
    this.process.stdio[3].write(JSON.stringify({ id, method, params, sessionId }) + '\0');
    return new Promise((resolve, reject) => this.waiting.set(id, { resolve, reject, method }));
  }

  async close() {
    await this.send('Browser.close').catch(() => {});
    await this.gone;
  }
}

// One page with what it asked for and complained about.
export class Tab {
  static async open(browser) {
    const tab = new Tab();
    const { targetId } = await browser.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await browser.send('Target.attachToTarget', { targetId, flatten: true });
    Object.assign(tab, { browser, targetId, sessionId, requests: [], complaints: [], dialogs: [] });
    browser.listeners.push((event) => { if (event.sessionId === sessionId) tab.hear(event); });
    for (const domain of ['Page', 'Network', 'Runtime', 'Log']) await tab.send(`${domain}.enable`);
    return tab;
  }

  hear({ method, params }) {
    if (method === 'Network.requestWillBeSent') this.requests.push(params.request.url);
    if (method === 'Runtime.exceptionThrown') this.complaints.push(params.exceptionDetails.text + ' ' + (params.exceptionDetails.exception?.description ?? ''));
    if (method === 'Runtime.consoleAPICalled') this.complaints.push(`${params.type}: ${params.args.map((one) => one.value).join(' ')}`);
    if (method === 'Log.entryAdded') this.complaints.push(params.entry.text);
    if (method === 'Page.javascriptDialogOpening') {
      this.dialogs.push(params.message);
      this.send('Page.handleJavaScriptDialog', { accept: true });
    }
    if (method === 'Page.loadEventFired' && this.loaded) this.loaded();
  }

  send(method, params) { return this.browser.send(method, params, this.sessionId); }

  async load(url, scripted = true) {
    this.requests = [];
    const loaded = new Promise((resolve) => { this.loaded = resolve; });
    const begun = performance.now();
    await this.send('Page.navigate', { url });
    await loaded;
    if (!scripted) return performance.now() - begun;
    // A page is open when the charts near the window are drawn; the others follow.
    await this.until("!document.querySelector('.canvas') || document.documentElement.dataset.opened");
    const opened = performance.now() - begun;
    await this.until("document.querySelectorAll('.canvas').length === Number(document.documentElement.dataset.drawn ?? 0)");
    return opened;
  }

  // Or so many frames later: the check then finds what is missing.
  async until(condition) {
    await this.evaluate(`new Promise((done) => {
      let frames = 0;
      const look = () => (${condition}) || ++frames > 3000 ? done() : requestAnimationFrame(look);
      look();
    })`);
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send('Runtime.evaluate', { expression, returnByValue: true, awaitPromise: true });
    if (exceptionDetails) throw new Error(`${expression.slice(0, 80)}: ${exceptionDetails.exception?.description ?? exceptionDetails.text}`);
    return result.value;
  }

  // "Tab", "Enter", "ArrowRight", ...
  async press(key) {
    const codes = { Tab: 9, Enter: 13, ArrowLeft: 37, ArrowUp: 38, ArrowRight: 39, ArrowDown: 40 };
    const event = { key, code: key, windowsVirtualKeyCode: codes[key], text: key === 'Enter' ? '\r' : undefined };
    await this.send('Input.dispatchKeyEvent', { type: 'keyDown', ...event });
    await this.send('Input.dispatchKeyEvent', { type: 'keyUp', ...event });
  }

  async point(x, y) { await this.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y }); }

  async screen(width, height) {
    await this.send('Emulation.setDeviceMetricsOverride', { width, height, deviceScaleFactor: 1, mobile: width < 500 });
  }

  // Of the window, or of the whole page.
  async screenshot(whole = false) {
    const { data } = await this.send('Page.captureScreenshot', { format: 'png', captureBeyondViewport: whole });
    return Buffer.from(data, 'base64');
  }
}
