import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { WebSocket } from 'undici';
import { temporaryFolder } from './cli.ts';

/** The browser of this machine; null where there is none, and then a test skips, saying so. */
export function chromiumPath(): string | null {
  const names = ['chromium', 'chromium-browser', 'google-chrome'];
  return names.find((name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0) ?? null;
}

/** Nothing of the browser's own may reach for a network. */
const quiet = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-crash-reporter',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--hide-scrollbars',
  '--force-color-profile=srgb',
  '--remote-debugging-port=0',
];

export interface PageView {
  readonly width: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
  readonly media?: 'screen' | 'print';
}

type Answer = Readonly<Record<string, unknown>>;

/** One headless browser, driven by its DevTools protocol. */
export class Browser {
  readonly #child: ChildProcess;
  readonly #profile: string;
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>();
  readonly #pages = new Map<string, Page>();
  #lastId = 0;

  private constructor(child: ChildProcess, profile: string, socket: WebSocket) {
    this.#child = child;
    this.#profile = profile;
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => this.#take(JSON.parse(String(data))));
  }

  static async start(path: string): Promise<Browser> {
    const profile = temporaryFolder('chromium-');
    const child = spawn(path, [...quiet, `--user-data-dir=${profile}`, 'about:blank'], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const address = await new Promise<string>((resolve, reject) => {
      let text = '';
      child.stderr!.on('data', (chunk: Buffer) => {
        text += chunk;
        const found = /DevTools listening on (ws:\S+)/.exec(text)?.[1];
        if (found !== undefined) resolve(found);
      });
      child.once('exit', () => reject(new Error(`the browser ended: ${text.slice(-2000)}`)));
      child.once('error', reject);
    });
    const socket = new WebSocket(address);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error('no connection to the browser')));
    });
    return new Browser(child, profile, socket);
  }

  /** Opens an address and waits until it is loaded. */
  async open(url: string, view: PageView): Promise<Page> {
    const { targetId } = await this.send('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await this.send('Target.attachToTarget', { targetId, flatten: true });
    const page = new Page(this, String(sessionId));
    this.#pages.set(String(sessionId), page);
    for (const domain of ['Page', 'Runtime', 'Network', 'Log']) await page.send(`${domain}.enable`);
    await page.show(view);
    const loaded = page.once('Page.loadEventFired');
    await page.send('Page.navigate', { url });
    await loaded;
    return page;
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Answer> {
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(
        JSON.stringify({ id, method, params, ...(sessionId !== undefined && { sessionId }) }),
      );
    });
  }

  /** Asked to leave, it ends its own processes first; they write to its profile until then. */
  async close(): Promise<void> {
    const gone = new Promise((resolve) => this.#child.once('exit', resolve));
    await this.send('Browser.close').catch(() => this.#child.kill());
    await gone;
    this.#socket.close();
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }

  #take(message: {
    readonly id?: number;
    readonly result?: Answer;
    readonly error?: { readonly message: string };
    readonly method?: string;
    readonly params?: Answer;
    readonly sessionId?: string;
  }): void {
    if (message.id === undefined) {
      this.#pages.get(message.sessionId ?? '')?.take(message.method ?? '', message.params ?? {});
      return;
    }
    const waiting = this.#waiting.get(message.id);
    this.#waiting.delete(message.id);
    if (message.error === undefined) waiting?.resolve(message.result ?? {});
    else waiting?.reject(new Error(message.error.message));
  }
}

/** One open page, and everything that it said and asked for. */
export class Page {
  /** Messages of the console, uncaught errors and entries of the log, as they came. */
  readonly said: string[] = [];
  /** Addresses that it asked for, its own included. */
  readonly requests: string[] = [];
  readonly #browser: Browser;
  readonly #sessionId: string;
  readonly #listeners: { readonly method: string; readonly resolve: () => void }[] = [];

  constructor(browser: Browser, sessionId: string) {
    this.#browser = browser;
    this.#sessionId = sessionId;
  }

  send(method: string, params: object = {}): Promise<Answer> {
    return this.#browser.send(method, params, this.#sessionId);
  }

  once(method: string): Promise<void> {
    return new Promise((resolve) => this.#listeners.push({ method, resolve }));
  }

  async show({ width, height = 900, scheme = 'light', media = 'screen' }: PageView): Promise<void> {
    await this.send('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await this.send('Emulation.setEmulatedMedia', {
      media: media === 'print' ? 'print' : '',
      features: [{ name: 'prefers-color-scheme', value: scheme }],
    });
  }

  /** The value of an expression in the page; a promise is waited for. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const answer = await this.send('Runtime.evaluate', {
      expression,
      returnByValue: true,
      awaitPromise: true,
    });
    const { result, exceptionDetails } = answer as {
      readonly result: { readonly value?: Value };
      readonly exceptionDetails?: {
        readonly text: string;
        readonly exception?: { readonly description?: string };
      };
    };
    if (exceptionDetails !== undefined)
      throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value as Value;
  }

  /** The whole page, or the part of it that is visible, as PNG. */
  async screenshot(isWhole = true): Promise<Buffer> {
    const { data } = await this.send('Page.captureScreenshot', {
      format: 'png',
      captureBeyondViewport: isWhole,
    });
    return Buffer.from(String(data), 'base64');
  }

  async pdf(): Promise<Buffer> {
    const { data } = await this.send('Page.printToPDF', { printBackground: true });
    return Buffer.from(String(data), 'base64');
  }

  take(method: string, params: Answer): void {
    if (method === 'Runtime.consoleAPICalled') this.said.push(`console: ${JSON.stringify(params.args)}`);
    if (method === 'Runtime.exceptionThrown')
      this.said.push(`error: ${JSON.stringify(params.exceptionDetails)}`);
    if (method === 'Log.entryAdded') this.said.push(`log: ${JSON.stringify(params.entry)}`);
    if (method === 'Network.requestWillBeSent') {
      this.requests.push(String((params.request as { readonly url?: string } | undefined)?.url));
    }
    for (const listener of this.#listeners.filter((each) => each.method === method)) {
      this.#listeners.splice(this.#listeners.indexOf(listener), 1);
      listener.resolve();
    }
  }
}
