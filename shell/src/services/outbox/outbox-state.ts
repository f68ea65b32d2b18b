import type { AppError } from '@phr/contract/app-error';
import type { LogPort, ServiceAnswer } from '@phr/contract/host-api';

/** An open form waiting for the outcome of its write. */
export interface PendingForm {
  readonly answer?: ServiceAnswer;
  /** Set if the write needs a sign-in. */
  readonly unauthorized?: AppError;
}

export interface OutboxState {
  /** `backoff`: writes are queued and the next attempt is scheduled. */
  readonly queue: 'idle' | 'flushing' | 'backoff';
  /** Another round is needed: the current one may have passed a new entry's position. */
  readonly isFlushRequested: boolean;
  /** Unsuccessful rounds since the last explicit request. */
  readonly tries: number;
  /** Id of the entry being sent. */
  readonly sending: string | undefined;
  /** By entry id. */
  readonly forms: ReadonlyMap<string, PendingForm>;
}

/** Events of a tab's outbox; the entries themselves are stored on the device. */
export type OutboxAction =
  | { readonly type: 'formWaits'; readonly id: string }
  | { readonly type: 'formLeft'; readonly id: string }
  | { readonly type: 'flushRequested' }
  | { readonly type: 'roundBegan' }
  | { readonly type: 'flushEnded'; readonly isAnyWaiting: boolean }
  | { readonly type: 'entrySending'; readonly id: string }
  | { readonly type: 'entryAnswered'; readonly id: string; readonly answer: ServiceAnswer }
  | { readonly type: 'entrySettled' }
  | { readonly type: 'sessionLost'; readonly error: AppError };

export const INITIAL: OutboxState = {
  queue: 'idle',
  isFlushRequested: false,
  tries: 0,
  sending: undefined,
  forms: new Map(),
};

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** Reducer; pure. */
export function reduce(state: OutboxState, action: OutboxAction): OutboxState {
  switch (action.type) {
    case 'formWaits':
      return { ...state, tries: 0, forms: new Map(state.forms).set(action.id, {}) };
    case 'formLeft':
      return { ...state, forms: new Map([...state.forms].filter(([id]) => id !== action.id)) };
    case 'flushRequested':
      return { ...state, queue: 'flushing', isFlushRequested: true };
    case 'roundBegan':
      return { ...state, isFlushRequested: false };
    case 'flushEnded':
      return action.isAnyWaiting
        ? { ...state, queue: 'backoff', tries: state.tries + 1 }
        : { ...state, queue: 'idle', tries: 0 };
    case 'entrySending':
      return { ...state, sending: action.id };
    case 'entryAnswered':
      return state.forms.has(action.id)
        ? { ...state, forms: new Map(state.forms).set(action.id, { answer: action.answer }) }
        : state;
    case 'entrySettled':
      return { ...state, sending: undefined };
    case 'sessionLost':
      return {
        ...state,
        forms: new Map([...state.forms].map(([id, form]) => [id, { ...form, unauthorized: action.error }])),
      };
  }
}

/** Backoff before the next attempt, in milliseconds: 1, 2, 4 … 60 s. */
export const pauseOf = ({ tries }: OutboxState): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** Math.max(0, tries - 1), LONGEST_PAUSE_MS);

export interface OutboxMachine {
  state(): OutboxState;
  dispatch(action: OutboxAction): void;
}

/** State machine of one tab's outbox; logs each transition by name and states. */
export function createOutboxMachine(log: Pick<LogPort, 'event'>): OutboxMachine {
  let state = INITIAL;
  return {
    state: () => state,
    dispatch(action) {
      const from = state.queue;
      state = reduce(state, action);
      log.event('outbox', { action: action.type, from, to: state.queue });
    },
  };
}
