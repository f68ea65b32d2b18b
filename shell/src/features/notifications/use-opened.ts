import { useEffect } from 'react';
import { navigateTo } from '../../core/navigate-to.ts';
import { useShell, useStore } from '../../core/shell.tsx';
import { fetchOpened, markRead } from './inbox.api.ts';
import { describeEntry } from './inbox.model.ts';
import type { InboxWords } from './inbox.words.ts';

/**
 * Opens the target of the push notification that opened this screen (`?open=`) and marks its entry as read. If it
 * cannot be opened or has several targets, the inbox stays. The id is removed from the URL first, so that Back does not
 * reopen it.
 */
export function useOpened(words: InboxWords): void {
  const shell = useShell();
  const { client, navigation, notifications } = shell;
  const { locale } = useStore(shell.settings.settings);
  const id = new URLSearchParams(useStore(navigation.location).search).get('open');
  useEffect(() => {
    if (id === null) return;
    const control = new AbortController();
    const open = async () => {
      const opened = await fetchOpened(client, id, control.signal).catch(() => undefined);
      if (control.signal.aborted) return;
      navigation.replace('/notifications');
      if (opened === undefined) return;
      if (opened === 'doses') {
        navigateTo(shell, { screen: 'doses' });
        return;
      }
      const { place } = describeEntry(opened.entry, opened.thing, words, locale);
      const { main, family } = shell.patients.context.get();
      const isOnScreen = [main, ...family].some((person) => person?.id === opened.entry.patientId);
      if (place === undefined || !isOnScreen) return;
      markRead(client, [opened.entry.id]).then(
        (count) => {
          if (count !== undefined) notifications.unread.set(count);
        },
        () => undefined,
      );
      navigateTo(shell, place);
    };
    void open();
    return () => control.abort();
    // oxlint-disable-next-line react/exhaustive-deps -- opened once, in the words of then
  }, [id]);
}
