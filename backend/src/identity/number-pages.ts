import { languageOf } from '@phr/i18n/locale';
import { html } from '../kit/html.ts';
import type { Account } from './accounts.ts';
import { field, page, type FieldError, type PageContext } from './pages.ts';
import { textsOf } from './texts.ts';

/** Asks which number to prove: the account's own, or another if someone else has proved it since. */
export function numberPage(
  context: PageContext,
  uid: string,
  { numberLost, userName }: Pick<Account, 'numberLost' | 'userName'>,
  phone: string,
  errors: readonly FieldError[],
): string {
  const t = textsOf(context.locale);
  return page(
    context,
    t(numberLost ? 'anotherNumber' : 'proveNumber'),
    errors,
    html`
    <p>${numberLost ? t('anotherNumberHelp', { phone: grouped(userName) }) : t('proveNumberHelp')}</p>
    <form method="post" action="/interaction/${uid}/number" novalidate>
      <input type="hidden" name="lang" value="${languageOf(context.locale)}">
      ${field(context, errors, { name: 'phone', label: 'phone', hint: 'phoneHint', type: 'tel', autocomplete: 'tel', value: phone, focus: errors.length === 0 })}
      <button type="submit">${t('sendCode')}</button>
    </form>
    <p>${t('codesLimit')}</p>
    <form method="post" action="/interaction/${uid}/number-later">
      <button type="submit" class="second">${t('notNow')}</button>
    </form>`,
  );
}

/** Asks for the code sent to a number. */
export function numberCodePage(
  context: PageContext,
  uid: string,
  { codeId, phone }: { readonly codeId: string; readonly phone: string },
  errors: readonly FieldError[],
): string {
  const t = textsOf(context.locale);
  return page(
    context,
    t('proveNumber'),
    errors,
    html`
    <p>${t('numberCodeSent', { phone: grouped(phone) })}</p>
    <form method="post" action="/interaction/${uid}/number-code" novalidate>
      <input type="hidden" name="lang" value="${languageOf(context.locale)}">
      <input type="hidden" name="codeId" value="${codeId}">
      <input type="hidden" name="phone" value="${phone}">
      ${field(context, errors, { name: 'code', label: 'code', type: 'text', autocomplete: 'one-time-code', inputMode: 'numeric', focus: errors.length === 0 })}
      <button type="submit">${t('proveNumberGoOn')}</button>
    </form>
    <p><a href="/interaction/${uid}">${t('numberWrong')}</a></p>`,
  );
}

/** 0912 345 678. */
function grouped(phone: string): string {
  return phone.replace(/^(\d{4})(\d{3})(\d{3})$/, '$1 $2 $3');
}
