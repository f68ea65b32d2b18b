import type { Store } from '@phr/contract/store';
import { CONTRACT_VERSION } from '@phr/contract/version';
import type { HealthEvent, TellHealth } from '@phr/loader/health';
import { type Offer, type OfferedModule, releaseKey } from '@phr/loader/resolve';
import { folderOf } from '../loader/module-part.ts';
import { addressOf, readOverride } from './override.ts';

// Developer panel listing each module in this tab: version and why it was chosen, source, contract, health, and whether
// it comes from this machine. In English only. Included only in builds with __PHR_DEV__; tools/size-gate.ts checks
// that.

/** URL fragment that starts or stops loading a module from this machine. */
const ASK = '#override=';
const COLUMNS = ['module', 'version', 'from', `contract (here ${CONTRACT_VERSION})`, 'health', 'override'];

/** Shows the panel; records health reports and passes them on. */
export function withPanel(tell: TellHealth, offer: Store<Offer>): TellHealth {
  const lastEvents = new Map<string, HealthEvent>();
  const health = new Map<string, HTMLElement>();
  const body = document.createElement('tbody');
  const draw = (): void => {
    body.replaceChildren(
      ...offer.get().map((module) => {
        const key = keyOf(module);
        const shown = cell('td', wordsOf(lastEvents.get(key)));
        health.set(key, shown);
        return row(module, shown);
      }),
    );
  };
  document.body.append(panelOf(body));
  draw();
  offer.subscribe(draw);
  return (module, version, event) => {
    const key = releaseKey(module, version);
    lastEvents.set(key, event);
    // update this cell only: someone may be typing a port elsewhere
    health.get(key)?.replaceChildren(wordsOf(event));
    tell(module, version, event);
  };
}

const keyOf = ({ name, candidates: [first] }: OfferedModule): string => releaseKey(name, first?.release.version ?? '');

function panelOf(body: HTMLElement): HTMLElement {
  const panel = document.createElement('details');
  panel.dataset['developers'] = 'modules';
  Object.assign(panel.style, {
    position: 'fixed',
    insetInlineEnd: '8px',
    insetBlockEnd: '72px',
    zIndex: '9999',
    maxInlineSize: 'calc(100vw - 16px)',
    maxBlockSize: '60vh',
    overflow: 'auto',
    padding: '4px 8px',
    background: '#1b1b1f',
    color: '#fff',
    font: '12px monospace',
  });
  const summary = document.createElement('summary');
  summary.textContent = 'modules';
  const table = document.createElement('table');
  const head = table.createTHead().insertRow();
  head.append(...COLUMNS.map((name) => cell('th', name)));
  table.append(body);
  panel.append(summary, table);
  return panel;
}

function cell(tag: 'td' | 'th', ...content: readonly (string | Node)[]): HTMLElement {
  const made = document.createElement(tag);
  Object.assign(made.style, { padding: '2px 8px', textAlign: 'start', verticalAlign: 'top' });
  made.append(...content);
  return made;
}

function row(module: OfferedModule, health: HTMLElement): HTMLElement {
  const { name, state, manifest, candidates } = module;
  const [first] = candidates;
  const made = document.createElement('tr');
  made.dataset['module'] = name;
  made.append(
    cell('td', name),
    cell('td', first === undefined ? state : `${first.release.version} (${first.why})`),
    cell('td', first === undefined ? '' : folderOf(first.release)),
    cell('td', manifest.contract),
    health,
    cell('td', wayOf(module)),
  );
  return made;
}

function wordsOf(event: HealthEvent | undefined): string {
  if (event === undefined) return 'not shown';
  if ('ms' in event) return `shown after ${Math.round(event.ms)} ms`;
  if ('failed' in event) return `failed: ${event.failed}`;
  return 'fault' in event ? `fault: ${event.fault}` : `left ${event.left} nodes`;
}

/** Link that stops loading the module from this machine, or a form that starts it at a port. */
function wayOf({ name, candidates: [first] }: OfferedModule): HTMLElement {
  const override = readOverride();
  if (override?.module === name) {
    const end = document.createElement('a');
    end.href = ASK;
    // if nothing responds at that port, the tab still has the released version
    const isTaken = first?.release.entry.startsWith(addressOf(override)) === true;
    end.textContent = `${isTaken ? 'on' : 'no answer'}: ${addressOf(override)}, end`;
    end.style.color = '#ffb4ab';
    return end;
  }
  const port = document.createElement('input');
  Object.assign(port, { name: 'port', inputMode: 'numeric', placeholder: 'off: port', ariaLabel: `Port of ${name}` });
  Object.assign(port.style, { inlineSize: '10ch' });
  const form = document.createElement('form');
  form.append(port);
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    location.hash = `${ASK}${name}@${port.value}`;
  });
  return form;
}
