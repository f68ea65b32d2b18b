import { LOCALES, type Locale } from '@phr/contract/locale';
import { languageOf, LOCALE_NAMES } from '@phr/i18n/locale';
import type { Config } from '../kit/config.ts';
import { html, type Html } from '../kit/html.ts';
import { wholePage } from '../kit/pages/whole-page.ts';
import { timeOf } from '../kit/pages/page-time.ts';
import type { Partner, PartnerLink } from './partners.ts';
import type { SignInSession } from './sessions.ts';
import { textsOf, type TextKey } from './texts.ts';

export interface PageContext {
  readonly config: Config;
  readonly locale: Locale;
  /** URL of this page in the other language; absent if it cannot be reloaded. */
  readonly switchTo?: string;
  /** The sign-in this page came from and returns to. */
  readonly interaction?: string;
}

export interface FieldError {
  readonly field: string;
  readonly key: TextKey;
  readonly values?: Readonly<Record<string, string | number>>;
}

/** Knowledge about the device: shared, as stated by the app or ticked by the person, or unknown. */
export type SharedMark = 'stated' | 'ticked' | 'no';

/**
 * Sign-in page. Works without scripts; errors are listed first, and each field names its own. On a shared device
 * browsers are asked not to store input.
 */
export function signInPage(
  context: PageContext,
  action: string,
  { userName, shared, ofApp }: { readonly userName: string; readonly shared: SharedMark; readonly ofApp: boolean },
  errors: readonly FieldError[],
): string {
  const t = textsOf(context.locale);
  const autocompleteOf = (name: string): string => (shared === 'no' ? name : 'off');
  const help = t('sharedHelp', { minutes: Math.ceil(context.config.sessions.sharedIdle / 60) });
  return page(
    context,
    t('signIn'),
    errors,
    html`
    <form method="post" action="${action}" novalidate>
      <input type="hidden" name="lang" value="${languageOf(context.locale)}">
      ${field(context, errors, { name: 'userName', label: 'phone', hint: 'phoneHint', type: 'tel', autocomplete: autocompleteOf('username'), value: userName, focus: errors.length === 0 })}
      ${field(context, errors, { name: 'password', label: 'password', type: 'password', autocomplete: autocompleteOf('current-password') })}
      ${
        shared === 'stated'
          ? html`<p class="note"><strong>${t('sharedDevice')}</strong>. ${help}</p>`
          : html`
      <div class="field tick">
        <input type="checkbox" id="shared" name="shared" value="yes" aria-describedby="shared-hint" ${shared === 'ticked' ? html`checked` : undefined}>
        <label for="shared">${t('sharedDevice')}</label>
        <p class="hint" id="shared-hint">${help}</p>
      </div>`
      }
      <button type="submit">${t('signIn')}</button>
    </form>
    <p><a href="${forgotPasswordAddress(context)}">${t('forgot')}</a></p>
    ${
      ofApp
        ? html`
    <form method="post" action="${action}/create-account">
      <button type="submit" class="second">${t('createAccount')}</button>
    </form>`
        : html`<p><a href="${context.config.shellOrigin}/signup">${t('createAccount')}</a></p>`
    }`,
  );
}

/** Forgotten password page, returning to this sign-in if it is our own. */
function forgotPasswordAddress({ config, locale, interaction }: PageContext): string {
  const { forgotPasswordUrl, issuer } = config.identity;
  const address = withLanguage(forgotPasswordUrl, locale);
  return interaction !== undefined && forgotPasswordUrl.startsWith(`${issuer}/`)
    ? `${address}&interaction=${interaction}`
    : address;
}

/** Where a page returns: to its sign-in, to continue in its window, or to the app. */
function wayBack({ config, locale, interaction }: PageContext): Html {
  const t = textsOf(locale);
  return interaction === undefined
    ? html`<a class="button" href="${config.shellOrigin}/">${t('back')}</a>`
    : html`<a class="button" href="${withLanguage(`/interaction/${interaction}`, locale)}">${t('backToSignIn')}</a>`;
}

/** Link to sign-up: in the app, or out of a sign-in window through the sign-in itself. */
function newAccount({ config, locale, interaction }: PageContext): Html {
  const t = textsOf(locale);
  return interaction === undefined
    ? html`<p><a href="${config.shellOrigin}/signup">${t('createAccount')}</a></p>`
    : html`
    <form method="post" action="/interaction/${interaction}/create-account">
      <button type="submit" class="second">${t('createAccount')}</button>
    </form>`;
}

function interactionField({ interaction }: PageContext): Html | undefined {
  return interaction === undefined ? undefined : html`<input type="hidden" name="interaction" value="${interaction}">`;
}

/** Confirms sign-out if the request is not proven to come from the signed-in app. */
export function signOutPage(context: PageContext, form: Html): string {
  const t = textsOf(context.locale);
  return page(
    context,
    t('signOut'),
    [],
    html`
    <p>${t('signOutQuestion')}</p>
    ${form}
    <button type="submit" form="op.logoutForm" name="logout" value="yes">${t('signOut')}</button>
    <p><a href="${context.config.shellOrigin}/">${t('stay')}</a></p>`,
  );
}

/** Message for a sign-in that cannot continue: expired, or an invalid request. */
export type SignInEnd = 'signin_expired' | 'signin_failed';

/** End of an unanswerable sign-in. In a popup, the app's callback passes it to the opener, or handles it itself. */
export function signInEndPage(context: PageContext, end: SignInEnd, text: TextKey): string {
  const t = textsOf(context.locale);
  return page(
    context,
    t(end === 'signin_expired' ? 'expired' : 'failed'),
    [],
    html`
    <p>${t(text)}</p>
    <p><a class="button" href="${context.config.shellOrigin}/auth-cb?error=${end}">${t('back')}</a></p>`,
  );
}

/** A message page with a link back. */
export function messagePage(
  context: PageContext,
  title: TextKey,
  text?: TextKey,
  values?: Readonly<Record<string, string | number>>,
): string {
  const t = textsOf(context.locale);
  return page(
    context,
    t(title),
    [],
    html`
    ${text === undefined ? undefined : html`<p>${t(text, values)}</p>`}
    <p>${wayBack(context)}</p>`,
  );
}

export function changePasswordPage(context: PageContext, errors: readonly FieldError[]): string {
  const t = textsOf(context.locale);
  return page(
    context,
    t('changePassword'),
    errors,
    html`
    <form method="post" action="/account/change-password" novalidate>
      <input type="hidden" name="lang" value="${languageOf(context.locale)}">
      ${field(context, errors, { name: 'current', label: 'currentPassword', type: 'password', autocomplete: 'current-password', focus: errors.length === 0 })}
      ${field(context, errors, { name: 'next', label: 'newPassword', hint: 'passwordHint', type: 'password', autocomplete: 'new-password' })}
      ${field(context, errors, { name: 'repeat', label: 'repeatPassword', type: 'password', autocomplete: 'new-password' })}
      <button type="submit">${t('changePassword')}</button>
    </form>
    <p><a href="${withLanguage('/account/sessions', context.locale)}">${t('sessions')}</a></p>
    <p><a href="${context.config.shellOrigin}/">${t('back')}</a></p>`,
  );
}

export interface SessionsView {
  readonly list: readonly SignInSession[];
  readonly currentId: string;
  /** One has just been ended. */
  readonly ended: boolean;
  /** Proof that the password was given for this page; '' if not required. */
  readonly proof: string;
}

/** Asks for the password before showing an account page on a shared device. */
export function passwordQuestionPage(
  context: PageContext,
  title: TextKey,
  target: string,
  errors: readonly FieldError[],
): string {
  const t = textsOf(context.locale);
  return page(
    context,
    t(title),
    errors,
    html`
    <p>${t('sharedPassword')}</p>
    <form method="post" action="/account/password" novalidate>
      <input type="hidden" name="lang" value="${languageOf(context.locale)}">
      <input type="hidden" name="page" value="${target}">
      ${field(context, errors, { name: 'password', label: 'password', type: 'password', autocomplete: 'off', focus: errors.length === 0 })}
      <button type="submit">${t('continue')}</button>
    </form>
    <p><a href="${context.config.shellOrigin}/">${t('back')}</a></p>`,
  );
}

/** The person's sessions, with sign-out. `currentId` is this browser's, which ends by signing out. */
export function sessionsPage(context: PageContext, { list: sessions, currentId, ended, proof }: SessionsView): string {
  const t = textsOf(context.locale);
  const form = (value: string, label: string, named: string) => html`
    <form method="post" action="/account/sessions">
      <input type="hidden" name="lang" value="${languageOf(context.locale)}">
      <input type="hidden" name="proof" value="${proof}">
      <button type="submit" class="second" name="session" value="${value}" ${named === '' ? undefined : html`aria-label="${label}: ${named}"`}>${label}</button>
    </form>`;
  return page(
    context,
    t('sessions'),
    [],
    html`
    ${ended ? html`<p role="status" class="done">${t('sessionEnded')}</p>` : undefined}
    <p>${t('sessionsHelp')}</p>
    <ul class="sessions">${sessions.map(
      ({ id, agent, startedAt, lastUsedAt }) => html`
      <li>
        <h2>${agent === '' ? t('unknownDevice') : agent}</h2>
        ${id === currentId ? html`<p><strong>${t('thisDevice')}</strong></p>` : undefined}
        <p>${t('signedInAt', { time: timeOf(startedAt) })}</p>
        <p>${t('lastUsedAt', { time: timeOf(lastUsedAt) })}</p>
        ${id === currentId ? undefined : form(id, t('endSession'), `${agent === '' ? t('unknownDevice') : agent}, ${timeOf(startedAt)}`)}
      </li>`,
    )}</ul>
    ${sessions.some(({ id }) => id !== currentId) ? form('others', t('endOthers'), '') : undefined}
    <p><a href="${withLanguage('/account/partners', context.locale)}">${t('partners')}</a></p>
    <p><a href="${withLanguage('/account/change-password', context.locale)}">${t('changePassword')}</a></p>
    <p><a href="${context.config.shellOrigin}/">${t('back')}</a></p>`,
  );
}

/** Parts of a record a partner may show, in words. */
const partsList = (parts: readonly string[]): Html => html`<ul>${parts.map((part) => html`<li>${part}</li>`)}</ul>`;

/** Asks for consent to show the record on a partner's pages. */
export function partnerConsentPage(
  context: PageContext,
  action: string,
  partner: Partner,
  parts: readonly string[],
  person: string,
): string {
  const t = textsOf(context.locale);
  return page(
    context,
    t('partnerAsks', { partner: partner.name }),
    [],
    html`
    <p>${t('partnerMay', { partner: partner.name, person })}</p>
    ${partsList(parts)}
    <p>${t('partnerPages')}</p>
    <ul>${partner.origins.map((origin) => html`<li>${origin}</li>`)}</ul>
    <p>${t('partnerNever')}</p>
    <p>${t('partnerEnd')}</p>
    <form method="post" action="${action}">
      <input type="hidden" name="lang" value="${languageOf(context.locale)}">
      <button type="submit" name="answer" value="yes">${t('agree')}</button>
      <button type="submit" class="second" name="answer" value="no">${t('disagree')}</button>
    </form>`,
  );
}

/** An agreement with its scope in words. */
export type ShownLink = PartnerLink & { readonly parts: readonly string[] };

/** A person's agreements, with revocation. */
export function partnersPage(
  context: PageContext,
  {
    list: links,
    ended,
    proof,
  }: { readonly list: readonly ShownLink[]; readonly ended: boolean; readonly proof: string },
): string {
  const t = textsOf(context.locale);
  return page(
    context,
    t('partners'),
    [],
    html`
    ${ended ? html`<p role="status" class="done">${t('partnerEnded')}</p>` : undefined}
    <p>${t(links.length === 0 ? 'partnersNone' : 'partnersHelp')}</p>
    <ul class="sessions">${links.map(
      ({ principal, partner, parts, agreedAt }) => html`
      <li>
        <h2>${partner.name}</h2>
        <p>${t('agreedAt', { time: timeOf(agreedAt) })}</p>
        ${partsList(parts)}
        <form method="post" action="/account/partners">
          <input type="hidden" name="lang" value="${languageOf(context.locale)}">
          <input type="hidden" name="proof" value="${proof}">
          <button type="submit" class="second" name="link" value="${principal}" aria-label="${t('endPartner')}: ${partner.name}">${t('endPartner')}</button>
        </form>
      </li>`,
    )}</ul>
    <p><a href="${withLanguage('/account/sessions', context.locale)}">${t('sessions')}</a></p>
    <p><a href="${context.config.shellOrigin}/">${t('back')}</a></p>`,
  );
}

/** First step of a forgotten password: the account. */
export function forgotPasswordPage(context: PageContext, userName: string, errors: readonly FieldError[]): string {
  const t = textsOf(context.locale);
  return page(
    context,
    t('forgotTitle'),
    errors,
    html`
    <form method="post" action="/account/forgot-password" novalidate>
      <input type="hidden" name="lang" value="${languageOf(context.locale)}">
      ${interactionField(context)}
      ${field(context, errors, { name: 'userName', label: 'phone', hint: 'phoneHint', type: 'tel', autocomplete: 'username', value: userName, focus: errors.length === 0 })}
      <button type="submit">${t('sendCode')}</button>
    </form>
    <p>${wayBack(context)}</p>`,
  );
}

/** Second step: code and new password. `codeId` binds the code to this page; a typed code is kept unless wrong. */
export function resetPasswordPage(
  context: PageContext,
  codeId: string,
  errors: readonly FieldError[],
  typed = '',
): string {
  const t = textsOf(context.locale);
  const isWrong = errors.some(({ field: name }) => name === 'code');
  return page(
    context,
    t('forgotTitle'),
    errors,
    html`
    <p>${t('codeSent')}</p>
    <p>${t('codeNone')}</p>
    <form method="post" action="/account/reset-password" novalidate>
      <input type="hidden" name="lang" value="${languageOf(context.locale)}">
      ${interactionField(context)}
      <input type="hidden" name="codeId" value="${codeId}">
      ${field(context, errors, { name: 'code', label: 'code', type: 'text', autocomplete: 'one-time-code', inputMode: 'numeric', focus: errors.length === 0, value: isWrong ? '' : typed })}
      ${field(context, errors, { name: 'next', label: 'newPassword', hint: 'passwordHint', type: 'password', autocomplete: 'new-password' })}
      ${field(context, errors, { name: 'repeat', label: 'repeatPassword', type: 'password', autocomplete: 'new-password' })}
      <button type="submit">${t('changePassword')}</button>
    </form>
    ${newAccount(context)}
    <p>${wayBack(context)}</p>`,
  );
}

/** Adds the language to a URL that may have a query. */
export function withLanguage(address: string, locale: Locale): string {
  return `${address}${address.includes('?') ? '&' : '?'}lang=${languageOf(locale)}`;
}

interface Field {
  readonly name: string;
  readonly label: TextKey;
  readonly hint?: TextKey;
  readonly type: 'tel' | 'text' | 'password';
  readonly autocomplete: string;
  readonly inputMode?: 'numeric';
  readonly value?: string;
  readonly focus?: boolean;
}

/** One labelled input, with its hint and its error. */
export function field(context: PageContext, errors: readonly FieldError[], f: Field): Html {
  const t = textsOf(context.locale);
  const error = errors.find((item) => item.field === f.name);
  const described = [f.hint === undefined ? '' : `${f.name}-hint`, error === undefined ? '' : `${f.name}-error`]
    .filter((id) => id !== '')
    .join(' ');
  return html`
    <div class="field">
      <label for="${f.name}">${t(f.label)}</label>
      ${f.hint === undefined ? undefined : html`<p class="hint" id="${f.name}-hint">${t(f.hint)}</p>`}
      ${error === undefined ? undefined : html`<p class="error" id="${f.name}-error">${t('errorPrefix')}${t(error.key, error.values)}</p>`}
      <input id="${f.name}" name="${f.name}" type="${f.type}" autocomplete="${f.autocomplete}" value="${f.value ?? ''}" maxlength="256" required
        ${f.inputMode === undefined ? undefined : html`inputmode="${f.inputMode}"`}
        ${described === '' ? undefined : html`aria-describedby="${described}"`}
        ${error === undefined ? undefined : html`aria-invalid="true"`}
        ${f.focus === true ? html`autofocus` : undefined}>
    </div>`;
}

/** A whole page; errors are listed first. */
export function page(context: PageContext, title: string, errors: readonly FieldError[], body: Html): string {
  const { config, locale } = context;
  const t = textsOf(locale);
  return wholePage({
    lang: languageOf(locale),
    title: `${errors.length > 0 ? t('errorPrefix') : ''}${title}`,
    product: t('product'),
    header:
      context.switchTo === undefined
        ? undefined
        : html`
      <nav aria-label="${t('language')}">
        <span aria-current="true">${languageName(locale)}</span>
        ${LOCALES.filter((other) => other !== locale).map((other) => languageLink(context.switchTo ?? '', other))}
      </nav>`,
    body: html`<main>
    <h1>${title}</h1>
    ${
      errors.length === 0
        ? undefined
        : html`
      <div class="summary" role="alert" tabindex="-1" autofocus aria-labelledby="summary-title">
        <h2 id="summary-title">${t('errorTitle')}</h2>
        <ul>${errors.map((error) => html`<li><a href="#${error.field}">${t(error.key, error.values)}</a></li>`)}</ul>
      </div>`
    }
    ${body}
  </main>
  <footer>
    <p>${t('help')}: <a href="tel:${config.supportPhone.replace(/\s/g, '')}">${config.supportPhone}</a> · ${t('emergency')}: <a href="tel:${config.emergencyNumber}">${config.emergencyNumber}</a></p>
  </footer>`,
  });
}

function languageLink(address: string, locale: Locale): Html {
  const language = languageOf(locale);
  return html`<a href="${withLanguage(address, locale)}" lang="${language}" hreflang="${language}">${languageName(locale)}</a>`;
}

/** "VI" as in the app, spoken with the language's own name. */
function languageName(locale: Locale): Html {
  return html`${languageOf(locale).toUpperCase()}<span class="name"> – ${LOCALE_NAMES[locale]}</span>`;
}
