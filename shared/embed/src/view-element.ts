import { CODES } from './embed-error.ts';
import type { Embedded, EmbedOptions, EmbedSettings } from './options.ts';
import { WORDS } from './words.ts';

/** The API this script adds to a page. */
export interface PhrEmbedApi {
  mount(options: EmbedOptions): Promise<Embedded> & Pick<Embedded, 'unmount'>;
  frame(options: EmbedOptions & { readonly partner: string }): Embedded;
  configure(settings: EmbedSettings): void;
  readonly version: string;
}

const NAME = 'phr-view';
/** Attributes a running view can apply; others remount it. */
const LIVE = ['locale', 'color-mode'];

/**
 * `<phr-view module view patient path locale color-mode heading-level>`: a view of the health record as a custom
 * element. Properties: `getAccessToken` or `handoffCode`, `input`, and `patient` (an id or as for mount()). Events:
 * `phr-ready`, `phr-navigate` {screen, params}, `phr-notice`, `phr-error` {code, message, error}, `phr-signin`,
 * `phr-update` {version}.
 */
export class PhrView extends HTMLElement {
  static readonly observedAttributes = ['module', 'view', 'patient', 'path', 'locale', 'color-mode', 'heading-level'];
  static #api: PhrEmbedApi;

  /** Defines the element, unless another version of the embed has. */
  static define(api: PhrEmbedApi): void {
    if (customElements.get(NAME) !== undefined) return;
    PhrView.#api = api;
    customElements.define(NAME, PhrView);
  }

  #getAccessToken: EmbedOptions['getAccessToken'];
  #handoffCode: EmbedOptions['handoffCode'];
  #input: unknown;
  #person: EmbedOptions['patient'] | undefined;
  #shown: { readonly key: string; readonly mounting: ReturnType<PhrEmbedApi['mount']> } | undefined;
  #isPlanned = false;

  constructor() {
    super();
    // properties a framework set before the element was defined
    for (const name of ['getAccessToken', 'handoffCode', 'input', 'patient'] as const) {
      if (!Object.hasOwn(this, name)) continue;
      const value: unknown = this[name];
      Reflect.deleteProperty(this, name);
      Reflect.set(this, name, value);
    }
  }

  get getAccessToken(): EmbedOptions['getAccessToken'] {
    return this.#getAccessToken;
  }
  set getAccessToken(ask: EmbedOptions['getAccessToken']) {
    this.#getAccessToken = ask;
    this.#plan();
  }
  get handoffCode(): EmbedOptions['handoffCode'] {
    return this.#handoffCode;
  }
  set handoffCode(ask: EmbedOptions['handoffCode']) {
    this.#handoffCode = ask;
    this.#plan();
  }
  get input(): unknown {
    return this.#input;
  }
  set input(input: unknown) {
    this.#input = input;
    this.#plan();
  }
  get patient(): string | EmbedOptions['patient'] {
    return this.#person ?? this.getAttribute('patient') ?? '';
  }
  set patient(patient: string | EmbedOptions['patient']) {
    this.#person = typeof patient === 'string' ? undefined : patient;
    if (typeof patient === 'string') this.setAttribute('patient', patient);
    this.#plan();
  }

  connectedCallback(): void {
    this.#plan();
  }
  disconnectedCallback(): void {
    this.#plan();
  }
  attributeChangedCallback(name: string): void {
    if (!LIVE.includes(name)) return this.#plan();
    void this.#shown?.mounting.then(
      (view) => {
        const { locale, colorMode } = this.#options();
        if (name === 'locale' && locale !== undefined) view.setLocale(locale);
        if (name === 'color-mode') view.setColorMode(colorMode ?? 'light');
      },
      () => undefined,
    );
    return undefined;
  }

  /** Applies changes once per task: frameworks set properties one by one. */
  #plan(): void {
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    setTimeout(() => {
      this.#isPlanned = false;
      this.#follow();
    });
  }

  #follow(): void {
    const options = this.#options();
    const { element: _element, locale: _locale, colorMode: _colorMode, ...parts } = options;
    // compare functions by presence only: frameworks pass new ones on each render
    const key = JSON.stringify(parts, (_name, value: unknown) => (typeof value === 'function' ? 'given' : value));
    const isWanted = this.isConnected && this.#isComplete();
    if (isWanted && this.#shown?.key === key) return;
    void this.#shown?.mounting.unmount();
    this.#shown = undefined;
    if (!isWanted) return;
    this.shadowRoot?.querySelector('[data-phr-words]')?.remove();
    const mounting = PhrView.#api.mount(options);
    this.#shown = { key, mounting };
    // a superseded mount reports nothing; a failed one is retried on the next change
    const isLast = (): boolean => this.#shown?.mounting === mounting;
    mounting.then(
      () => isLast() && this.#tell('ready', {}),
      (error: Error) => {
        if (!isLast()) return;
        this.#shown = undefined;
        this.#fail(error);
      },
    );
  }

  /** Requires a token source: the property may be set after the attributes. */
  #isComplete(): boolean {
    return this.#getAccessToken !== undefined || this.#handoffCode !== undefined;
  }

  #options(): EmbedOptions {
    const of = (name: string) => this.getAttribute(name) ?? undefined;
    const given = this.patient;
    const [path, locale, colorMode, level] = [of('path'), of('locale'), of('color-mode'), of('heading-level')];
    return {
      element: this,
      module: of('module') ?? '',
      view: of('view') ?? '',
      patient: typeof given === 'string' ? { id: given, name: '' } : given,
      ...(path === undefined ? {} : { path }),
      ...(locale === undefined ? {} : { locale: locale as NonNullable<EmbedOptions['locale']> }),
      ...(colorMode === undefined ? {} : { colorMode: colorMode === 'dark' ? 'dark' : 'light' }),
      ...(level === undefined ? {} : { headingLevel: Number(level) }),
      ...(this.#getAccessToken === undefined ? {} : { getAccessToken: async () => this.#getAccessToken?.() ?? '' }),
      ...(this.#handoffCode === undefined ? {} : { handoffCode: async () => this.#handoffCode?.() ?? '' }),
      ...(this.#input === undefined ? {} : { input: this.#input }),
      onNavigate: (screen, params) => this.#tell('navigate', { screen, params }),
      onNotice: (notice) => this.#tell('notice', notice),
      onError: (error) => this.#tell('error', detailOf(error)),
      onSignIn: () => this.#tell('signin', { code: CODES.signIn }),
      onUpdate: (version) => this.#tell('update', { version }),
    };
  }

  #fail(error: Error): void {
    const detail = detailOf(error);
    this.#tell('error', detail);
    if (!this.isConnected) return;
    const words = document.createElement('p');
    words.setAttribute('role', 'alert');
    words.dataset['phrWords'] = '';
    words.textContent = `${WORDS.failed[this.#options().locale ?? 'vi-VN'] ?? WORDS.failed['vi-VN']} (${detail.code})`;
    (this.shadowRoot ?? this.attachShadow({ mode: 'open' })).append(words);
  }

  #tell(name: string, detail: object): void {
    this.dispatchEvent(new CustomEvent(`phr-${name}`, { detail, bubbles: true, composed: true }));
  }
}

const detailOf = (error: Error) => ({
  code: 'code' in error ? String(error.code) : '',
  message: error.message,
  error,
});
