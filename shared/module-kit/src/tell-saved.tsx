import type { NotifyPort } from '@phr/contract/host-api';

/** Tells that something was saved, or that this device keeps it until there is a network. @param success text of the first */
export function tellSaved(
  notify: NotifyPort,
  t: (key: string) => string,
  { isWaiting }: { readonly isWaiting: boolean },
  success: string,
): void {
  notify.show(isWaiting ? { type: 'info', title: t('outbox.saved') } : { type: 'success', title: success });
}
