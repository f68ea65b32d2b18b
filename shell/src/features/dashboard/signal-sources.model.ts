import { createStore } from '@phr/contract/store';
import type { SignalSource, SignalState } from '@phr/contract/today';
import type { Offer } from '@phr/loader/resolve';
import type { Shell } from '../../core/shell.tsx';
import { sourcesFor } from '../../core/sources.ts';
import type { NamedSource } from './feeds.model.ts';
import { ownSignals } from './own-signals.model.ts';

/** The shell's own source, first in order. */
export const SHELL = 'shell';
/** The inbox, whose read state is shared across devices. */
export const INBOX = 'shell/inbox';

/** Whether a signal's target screen exists. */
export const isScreenOf =
  ({ routes }: Shell) =>
  (screen: string): boolean =>
    routes.get().routes.some((route) => route.screen === screen);

/** Sources declared by modules, plus the shell's own. */
export function sourcesOf(shell: Shell, offer: Offer): readonly NamedSource[] {
  return [
    ...sourcesFor(offer, 'today.signals').map(({ module, slot, text }) => ({
      key: `${module}/${slot}`,
      text,
      open: async () => (await shell.modules.get(module)).instance.sources?.signals?.[slot],
    })),
    {
      key: SHELL,
      text: { [shell.texts.get().locale]: shell.texts.get().t('today.record') },
      open: async () => ownSource(shell),
    },
    {
      key: INBOX,
      text: { [shell.texts.get().locale]: shell.texts.get().t('screen.notifications') },
      open: async () => inboxSource(shell),
    },
  ];
}

/** The inbox as a source: its code and entries load when something is unread. */
function inboxSource(shell: Shell): SignalSource {
  const load = () => import(/* webpackChunkName: "notifications" */ '../notifications/inbox-signals.model.ts');
  return ({ patientId }) => {
    const state = createStore<SignalState>({ status: 'ready', signals: [] });
    let reading = new AbortController();
    const read = () => {
      reading.abort();
      reading = new AbortController();
      const { signal } = reading;
      if (!shell.notifications.unread.get()) state.set({ status: 'ready', signals: [] });
      else
        void load()
          .then(async (file) => file.readInboxSignals(shell, patientId, signal))
          .catch((): SignalState => ({ status: 'failed', signals: [] }))
          .then((told) => signal.aborted || state.set(told));
    };
    const stops = [shell.notifications.unread, shell.texts].map(({ subscribe }) => subscribe(read));
    read();
    return {
      state,
      act: async (id) => (await load()).readEntryOf(shell, id),
      refresh: read,
      stop() {
        reading.abort();
        for (const stop of stops) stop();
      },
    };
  };
}

/** The shell as a source like any other. */
function ownSource({ patients, outbox, texts }: Shell): SignalSource {
  return ({ patientId, now }) => {
    const tell = (): SignalState => ({
      status: 'ready',
      signals: ownSignals(
        patientId,
        {
          person: patients.state.get().details.find(({ id }) => id === patientId),
          isMain: patients.context.get().main?.id === patientId,
          user: patients.user.get(),
          waiting: outbox.waiting.get(),
        },
        now.get(),
        texts.get().t,
      ),
    });
    const state = createStore(tell());
    const stops = [patients.state, patients.user, outbox.waiting, texts, now].map(({ subscribe }) =>
      subscribe(() => state.set(tell())),
    );
    return {
      state,
      act: async () => undefined,
      refresh: () => state.set(tell()),
      stop() {
        for (const stop of stops) stop();
      },
    };
  };
}
