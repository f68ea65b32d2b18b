import type { PushAddress, PushChoices, PushDevice, PushKind, PushOffer } from '../../services/push/push.api.ts';

/** Default choices. Doses are opt-in, as their texts reveal more. */
export const FIRST_CHOICES: PushChoices = {
  quiet: { from: '22:00', to: '06:00' },
  kinds: ['dangers', 'results', 'appointments', 'requests'],
  urgent: [],
};

/** This device's entry, and those of others. */
export function devicesOf(
  { devices }: PushOffer,
  own: Pick<PushAddress, 'endpoint'> | undefined,
): { readonly here: PushDevice | undefined; readonly others: readonly PushDevice[] } {
  return {
    here: devices.find(({ endpoint }) => endpoint === own?.endpoint),
    others: devices.filter(({ endpoint }) => endpoint !== own?.endpoint),
  };
}

/** Adds or removes a kind; a removed kind is not exempt from quiet hours either. */
export function withKind(choices: PushChoices, kind: PushKind, isChosen: boolean): PushChoices {
  const others = (kinds: readonly PushKind[]) => kinds.filter((one) => one !== kind);
  return isChosen
    ? { ...choices, kinds: [...others(choices.kinds), kind] }
    : { ...choices, kinds: others(choices.kinds), urgent: others(choices.urgent) };
}

/** Adds or removes an exemption from quiet hours. */
export function withUrgent(choices: PushChoices, kind: PushKind, isChosen: boolean): PushChoices {
  const others = choices.urgent.filter((one) => one !== kind);
  return { ...choices, urgent: isChosen ? [...others, kind] : others };
}

/** Full hours for quiet hours; a stored time with minutes stays selectable. */
export function hoursWith(time: string): readonly string[] {
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  return hours.includes(time) ? hours : [...hours, time].sort();
}
