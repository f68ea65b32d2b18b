import type { Store } from '@phr/contract/store';
import { CONTRACT_VERSION } from '@phr/contract/version';
import type { HealthEvent, TellHealth } from '@phr/loader/health';
import { type Offer, type OfferedModule, releaseKey } from '@phr/loader/resolve';
import { folderOf } from '../loader/module-part.ts';
import type { Watch, ModuleActivity } from './dev-watch.ts';
import { addressOf, readOverride } from './override.ts';

// Developer panel listing each module in this tab: version and why it was chosen, source, contract, health, calls, topics,
// what it left behind, and whether it comes from this machine. In English only. Included only in builds with
// __PHR_DEV__; tools/size-gate.ts checks that.

/** URL fragment that starts or stops loading a module from this machine. */
const ASK = '#override=';
const COLUMNS = [
  'module',
  'version',
  'from',
  `contract (here ${CONTRACT_VERSION})`,
  'health',
  'calls',
  'topics',
  'on the page',
  'override',
];

/** Cells updated in place; the rest of a row is not rendered again, as a port may be being typed there. */
interface Live {
  readonly health: HTMLElement;
  readonly calls: HTMLElement;
  readonly topics: HTMLElement;
  readonly held: HTMLElement;
}

/** Shows the panel; records health reports and passes them on. */
export function withPanel(tell: TellHealth, offer: Store<Offer>, watch: Watch): TellHealth {
  const told = new Map<string, HealthEvent>();
  const parts = new Map<string, number>();
  const rows = new Map<string, { readonly key: string; readonly live: Live }>();
  const body = document.createElement('tbody');
  const write = (name: string): void => {
    const found = rows.get(name);
    if (found === undefined) return;
    const { calls, topics, held } = watch.of(name);
    found.live.health.replaceChildren(wordsOf(told.get(found.key)));
    found.live.calls.replaceChildren(...callsOf(calls));
    found.live.topics.replaceChildren(...linesOf(topics));
    found.live.held.replaceChildren(...heldOf(held, parts.get(name) ?? 0));
  };
  const draw = (): void => {
    rows.clear();
    body.replaceChildren(
      ...offer.get().map((module) => {
        const live = { health: cell('td'), calls: cell('td'), topics: cell('td'), held: cell('td') };
        rows.set(module.name, { key: keyOf(module), live });
        write(module.name);
        return row(module, live);
      }),
    );
  };
  document.body.append(panelOf(body));
  draw();
  offer.subscribe(draw);
  watch.subscribe(write);
  return (module, version, event) => {
    told.set(releaseKey(module, version), event);
    // a part was mounted or unmounted
    const change = 'ms' in event ? 1 : 'left' in event ? -1 : 0;
    parts.set(module, Math.max(0, (parts.get(module) ?? 0) + change));
    write(module);
    tell(module, version, event);
  };
}

const lineOf = (words: string): HTMLElement => {
  const line = document.createElement('div');
  line.textContent = words;
  return line;
};

const linesOf = (counts: ReadonlyMap<string, number>): HTMLElement[] =>
  [...counts].map(([what, count]) => lineOf(count === 1 ? what : `${what} ×${count}`));

const callsOf = (calls: ModuleActivity['calls']): HTMLElement[] =>
  [...calls].map(([call, { count, end }]) => lineOf(`${call} ×${count}: ${end}`));

/** Once none of the module's parts is mounted, everything it still holds on the page is a leak. */
const heldOf = (held: ModuleActivity['held'], parts: number): HTMLElement[] => [
  lineOf(parts > 0 ? `${parts} on screen, with` : 'none on screen, left'),
  ...(held.size === 0 ? [lineOf('nothing')] : linesOf(held)),
];

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

function row(module: OfferedModule, live: Live): HTMLElement {
  const { name, state, manifest, candidates } = module;
  const [first] = candidates;
  const made = document.createElement('tr');
  made.dataset['module'] = name;
  made.append(
    cell('td', name),
    cell('td', first === undefined ? state : `${first.release.version} (${first.why})`),
    cell('td', first === undefined ? '' : folderOf(first.release)),
    cell('td', manifest.contract),
    live.health,
    live.calls,
    live.topics,
    live.held,
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

/** Ends what this tab takes of the module from this machine, or begins it at a port. */
function wayOf({ name, candidates: [first] }: OfferedModule): HTMLElement {
  const override = readOverride();
  if (override?.module === name) {
    const end = document.createElement('a');
    end.href = ASK;
    // where nothing answers at that port, the tab still has the released one
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
