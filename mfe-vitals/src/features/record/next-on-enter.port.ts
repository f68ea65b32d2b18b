import type { KeyboardEvent } from 'react';

/** Enter moves to the next field and submits from the last, as on a phone's number pad. */
export function nextOnEnter(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement) || event.nativeEvent.isComposing) return;
  const inputs = [
    ...event.currentTarget.querySelectorAll<HTMLInputElement>('input:not([type="radio"]):not([type="checkbox"])'),
  ];
  const next = inputs[inputs.indexOf(event.target) + 1];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.select();
}
