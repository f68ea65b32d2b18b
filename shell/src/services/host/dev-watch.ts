import { AppError } from '@phr/contract/app-error';
import type { HostApi, RequestPort, TopicPort } from '@phr/contract/host-api';
import type { ReleaseEntry } from '@phr/contract/registry';
import { addressOf, readOverride } from './override.ts';

// Calls of this tab's modules to their host, and what their code has left on the page. For the developer panel
// (dev-panel.ts) only.

/** What one module has called, and what it currently holds. */
export interface ModuleActivity {
  /** By method, service and path: number of calls, and the last outcome. */
  readonly calls: Map<string, { readonly count: number; readonly end: string }>;
  /** Listeners of each topic. */
  readonly topics: Map<string, number>;
  /** Listeners of window and document, intervals and style elements, by kind. */
  readonly held: Map<string, number>;
}

type HostFor = (release: ReleaseEntry) => HostApi;

export interface Watch {
  of(module: string): ModuleActivity;
  /** Wraps the hosts of modules to observe their calls. */
  hostFor(plain: HostFor): HostFor;
  /** Called with the name of a module whose activity changed. */
  subscribe(listener: (module: string) => void): () => void;
}

/** Errors of calls that the host rejects before they reach a server. */
const REFUSED: readonly unknown[] = ['CALL_NOT_DECLARED', 'MODULE_OFF'];

const ownStack = (): string => new Error('where').stack ?? '';

/** Starts watching the page; earlier listeners belong to no module. @param stack returns the current call stack */
export function createWatch(stack = ownStack): Watch {
  const all = new Map<string, ModuleActivity>();
  const listeners = new Set<(module: string) => void>();
  const of = (module: string): ModuleActivity => {
    const known = all.get(module) ?? { calls: new Map(), topics: new Map(), held: new Map() };
    all.set(module, known);
    return known;
  };
  const changed = (module: string): void => {
    for (const listener of listeners) listener(module);
  };
  /** Increments a count. Returns a function that decrements it, once. */
  const count = (module: string, kind: 'topics' | 'held', what: string): (() => void) => {
    const counts = of(module)[kind];
    const add = (more: number): void => {
      const now = (counts.get(what) ?? 0) + more;
      if (now > 0) counts.set(what, now);
      else counts.delete(what);
      changed(module);
    };
    add(1);
    let isOver = false;
    return () => {
      if (!isOver) add(-1);
      isOver = true;
    };
  };
  const hold: Hold = (what) => {
    const module = moduleIn(stack());
    return module === undefined ? () => undefined : count(module, 'held', what);
  };
  for (const target of [window, document]) watchListeners(target, hold);
  watchIntervals(hold);
  watchStyles(hold);
  return {
    of,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    hostFor: (plain) => (release) => {
      const { name } = release.manifest;
      const host = plain(release);
      const note = (call: string, end: string): void => {
        const { calls } = of(name);
        calls.set(call, { count: (calls.get(call)?.count ?? 0) + 1, end });
        changed(name);
      };
      return {
        ...host,
        request: watchedRequest(host.request, note),
        topics: watchedTopics(host.topics, (topic) => count(name, 'topics', topic)),
      };
    },
  };
}

/** Registers something left on the page. Returns a function that registers its end. */
type Hold = (what: string) => () => void;

/** The module to which the innermost module frame of a stack belongs. */
function moduleIn(stack: string): string | undefined {
  const override = readOverride();
  if (override !== undefined && stack.includes(addressOf(override))) return override.module;
  return /\/m\/([a-z][a-z0-9-]*)\//.exec(stack)?.[1];
}

function watchedRequest(port: RequestPort, note: (call: string, end: string) => void): RequestPort {
  return {
    ...port,
    async send(request) {
      const call = `${request.method} ${request.service} ${request.path.split('?', 1)[0] ?? ''}`;
      try {
        const answer = await port.send(request);
        note(call, 'answered');
        return answer;
      } catch (error) {
        const code = error instanceof AppError ? error.code : 'failed';
        note(call, REFUSED.includes(code) ? `refused by the host: ${code}` : code);
        throw error;
      }
    },
  };
}

function watchedTopics(port: TopicPort, begin: (topic: string) => () => void): TopicPort {
  return {
    ...port,
    subscribe(topic, listener) {
      const end = begin(topic);
      const stop = port.subscribe(topic, listener);
      return () => {
        stop();
        end();
      };
    },
  };
}

function watchListeners(target: EventTarget, hold: Hold): void {
  const [add, remove] = [target.addEventListener.bind(target), target.removeEventListener.bind(target)];
  const ends = new Map<string, Map<unknown, () => void>>();
  const keyOf = (type: string, options: unknown): string =>
    `${type} ${typeof options === 'object' && options !== null && 'capture' in options ? Boolean(options.capture) : options === true}`;
  const forget = (key: string, listener: unknown): void => {
    ends.get(key)?.get(listener)?.();
    ends.get(key)?.delete(listener);
  };
  Object.assign(target, {
    addEventListener(...given: Parameters<typeof add>) {
      const [type, listener, options] = given;
      add(...given);
      const more: AddEventListenerOptions = typeof options === 'object' ? options : {};
      const key = keyOf(type, options);
      // listeners that run once do not stay
      if (listener === null || more.once === true || ends.get(key)?.has(listener) === true) return;
      ends.set(key, (ends.get(key) ?? new Map<unknown, () => void>()).set(listener, hold(`listener ${type}`)));
      more.signal?.addEventListener('abort', () => forget(key, listener));
    },
    removeEventListener(...given: Parameters<typeof remove>) {
      remove(...given);
      forget(keyOf(given[0], given[2]), given[1]);
    },
  });
}

function watchIntervals(hold: Hold): void {
  const [start, stop] = [window.setInterval.bind(window), window.clearInterval.bind(window)];
  const ends = new Map<unknown, () => void>();
  Object.assign(window, {
    setInterval(...given: Parameters<typeof start>) {
      const id = start(...given);
      ends.set(id, hold('interval'));
      return id;
    },
    clearInterval(id: Parameters<typeof stop>[0]) {
      stop(id);
      ends.get(id)?.();
      ends.delete(id);
    },
  });
}

/** Style elements appended to the head by modules; sheets adopted by packages are counted there. */
function watchStyles(hold: Hold): void {
  const ends = new Map<Node, () => void>();
  const append = document.head.appendChild.bind(document.head);
  Object.assign(document.head, {
    appendChild<T extends Node>(node: T): T {
      if (node instanceof HTMLStyleElement) ends.set(node, hold('style element'));
      return append(node);
    },
  });
  new MutationObserver(() => {
    for (const [node, end] of ends) {
      if (node.isConnected) continue;
      end();
      ends.delete(node);
    }
  }).observe(document.head, { childList: true });
}
