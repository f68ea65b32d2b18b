import type { NotifyPort } from '@phr/contract/host-api';

/**
 * Notice that something was saved, or is queued on this device until there is a network.
 * @param success text of the former
 */
export function tellSaved(
  notify: NotifyPort,
  t: (key: string) => string,
  { isWaiting }: { readonly isWaiting: boolean },
  success: string,
): void {
  notify.show(isWaiting ? { type: 'info', title: t('outbox.saved') } : { type: 'success', title: success });
}
