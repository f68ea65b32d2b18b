import { html, type Html } from '../../kit/html.ts';
import type { OpsContext } from './frame.ts';
import type { OpsAction } from './actions.ts';
import { type TextKey, textsOf } from './texts.ts';

/** The values typed into a form that was rejected; they are shown again. */
export interface Typed {
  readonly action: string;
  readonly rollout: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** What is done to keys of teams. */
export type KeyAction = 'add' | 'revoke';

/** A form of a page, collapsed until it is opened. */
export interface OpsForm {
  /** The last part of its address. */
  readonly action: OpsAction | KeyAction;
  readonly title: string;
  readonly fields: readonly Field[];
  readonly hidden?: Readonly<Record<string, string>>;
  /** The action removes something from users immediately. */
  readonly dangerous?: boolean;
}

export type Field =
  | {
      readonly kind: 'text' | 'number' | 'lines';
      readonly name: string;
      readonly label: TextKey;
      readonly hint?: TextKey;
      readonly value?: string;
      readonly max?: number;
    }
  | {
      readonly kind: 'tick';
      readonly name: string;
      readonly label: TextKey;
      readonly hint?: TextKey;
      readonly ticked?: boolean;
    }
  | {
      readonly kind: 'choice';
      readonly name: string;
      readonly label: TextKey;
      readonly options: readonly (readonly [value: string, text: string])[];
    };

export const REASON: Field = { kind: 'text', name: 'reason', label: 'reason', hint: 'reasonHint' };

/** A collapsible form under its title. Works without scripts. */
export function formOf(
  context: OpsContext,
  target: string,
  { action, title, fields, hidden = {}, dangerous = false }: OpsForm,
  typed: Typed | undefined,
): Html {
  const isTyped = typed?.action === action && typed.rollout === (hidden['rollout'] ?? '');
  const id = [action, hidden['rollout'] ?? hidden['id'] ?? ''].join('-');
  const all = { form: context.formToken(), environment: context.environment, lang: context.locale, ...hidden };
  return html`
    <details class="act" ${isTyped ? html`open` : undefined}>
      <summary>${title}</summary>
      <form method="post" action="${target}/${action}">
        ${Object.entries(all).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
        ${[...fields, REASON].map((field) => fieldOf(context, field, id, isTyped ? typed.fields : undefined))}
        <button type="submit" class="${dangerous ? 'danger' : 'plain'}">${title}</button>
      </form>
    </details>`;
}

function fieldOf(context: OpsContext, field: Field, form: string, typed: Typed['fields'] | undefined): Html {
  const t = textsOf(context.locale);
  const id = `${form}-${field.name}`;
  const hint = 'hint' in field && field.hint !== undefined ? field.hint : undefined;
  const before = typed?.[field.name];
  const described = hint === undefined ? undefined : html`aria-describedby="${id}-hint"`;
  const hintLine = hint === undefined ? undefined : html`<p class="hint" id="${id}-hint">${t(hint)}</p>`;
  if (field.kind === 'tick') {
    const isTicked = typed === undefined ? field.ticked === true : before === 'yes';
    return html`
        <div class="field tick">
          <input type="checkbox" id="${id}" name="${field.name}" value="yes" ${described} ${isTicked ? html`checked` : undefined}>
          <label for="${id}">${t(field.label)}</label>
          ${hintLine}
        </div>`;
  }
  const value = typeof before === 'string' ? before : 'value' in field ? (field.value ?? '') : '';
  return html`
        <div class="field">
          <label for="${id}">${t(field.label)}</label>
          ${hintLine}
          ${inputOf(field, id, value, described)}
        </div>`;
}

function inputOf(
  field: Exclude<Field, { kind: 'tick' }>,
  id: string,
  value: string,
  described: Html | undefined,
): Html {
  const { name } = field;
  switch (field.kind) {
    case 'choice':
      return html`<select id="${id}" name="${name}">${field.options.map(([key, text]) => html`<option value="${key}" ${key === value ? html`selected` : undefined}>${text}</option>`)}</select>`;
    case 'lines':
      return html`<textarea id="${id}" name="${name}" rows="4" ${described}>${value}</textarea>`;
    case 'number':
      return html`<input id="${id}" name="${name}" type="number" min="0" step="any" ${field.max === undefined ? undefined : html`max="${field.max}"`} value="${value}" ${described}>`;
    default:
      return html`<input id="${id}" name="${name}" type="text" maxlength="500" value="${value}" ${name === 'reason' ? html`required minlength="3"` : undefined} ${described}>`;
  }
}
