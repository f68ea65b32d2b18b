import { LOCALES, type Locale } from '@phr/contract/locale';
import { languageOf, LOCALE_NAMES } from '@phr/i18n/locale';
import { html, type Html } from '../../kit/html.ts';
import { wholePage } from '../../kit/pages/whole-page.ts';
import { type TextKey, textsOf } from './texts.ts';

export const OPS_STYLE_PATH = '/assets/ops.css';

/** The layout shared by all operators' pages. */
export interface OpsContext {
  readonly locale: Locale;
  /** Address of the page, without language and environment. */
  readonly path: string;
  readonly environment: string;
  readonly environments: readonly string[];
  /** A fresh token for one form. */
  readonly formToken: () => string;
}

/** An address of these pages in the language and environment of the current page. */
export function hrefTo(
  { locale, environment }: Pick<OpsContext, 'locale' | 'environment'>,
  path: string,
  more: Readonly<Record<string, string>> = {},
): string {
  return `${path}?${new URLSearchParams({ lang: languageOf(locale), environment, ...more }).toString()}`;
}

/** A whole page for an operator. */
export function opsPage(context: OpsContext, title: string, body: Html): string {
  const t = textsOf(context.locale);
  return framed(
    context.locale,
    title,
    html`
    <nav aria-label="${t('pages')}">
      ${link(context, '/ops/modules', t('modules'))}
      ${link(context, '/ops/keys', t('keys'))}
    </nav>
    <nav aria-label="${t('environment')}">${context.environments.map((environment) => choice(hrefTo({ ...context, environment }, context.path), environment, environment === context.environment))}</nav>
    ${languages(context.locale, (locale) => hrefTo({ ...context, locale }, context.path))}
    <form method="post" action="/ops/sign-out">
      <input type="hidden" name="form" value="${context.formToken()}">
      <button type="submit" class="second">${t('signOut')}</button>
    </form>`,
    body,
  );
}

/** The page for a visitor who is not an operator or not signed in. */
export function messagePage(
  locale: Locale,
  title: TextKey,
  text: TextKey,
  way?: { readonly to: string; readonly text: TextKey },
): string {
  const t = textsOf(locale);
  const others = (other: Locale): string => `?lang=${languageOf(other)}`;
  return framed(
    locale,
    t(title),
    languages(locale, others),
    html`
    <p>${t(text)}</p>
    ${way === undefined ? undefined : html`<p><a class="button" href="${way.to}">${t(way.text)}</a></p>`}`,
  );
}

const framed = (locale: Locale, title: string, header: Html, body: Html): string =>
  wholePage({
    lang: languageOf(locale),
    title,
    product: textsOf(locale)('product'),
    sheets: [OPS_STYLE_PATH],
    header,
    body: html`<main>
    <h1>${title}</h1>
    ${body}
  </main>`,
  });

function link(context: OpsContext, path: string, text: string): Html {
  return choice(hrefTo(context, path), text, context.path === path);
}

function choice(href: string, text: string, isCurrent: boolean): Html {
  return isCurrent ? html`<a href="${href}" aria-current="true">${text}</a>` : html`<a href="${href}">${text}</a>`;
}

function languages(locale: Locale, hrefOf: (locale: Locale) => string): Html {
  const t = textsOf(locale);
  return html`<nav aria-label="${t('language')}">${LOCALES.map(
    (other) =>
      html`<a href="${hrefOf(other)}" lang="${languageOf(other)}" hreflang="${languageOf(other)}" ${other === locale ? html`aria-current="true"` : undefined}>${languageOf(other).toUpperCase()}<span class="name"> – ${LOCALE_NAMES[other]}</span></a>`,
  )}</nav>`;
}
