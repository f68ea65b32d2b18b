import type { PushAddress, PushChoices, PushDevice, PushKind, PushOffer } from '../../services/push/push.api.ts';

/** What a device is told of at first. Doses only when they are chosen: their words say more. */
export const FIRST_CHOICES: PushChoices = {
  quiet: { from: '22:00', to: '06:00' },
  kinds: ['dangers', 'results', 'appointments', 'requests'],
  urgent: [],
};

/** The server's entry of this device, and those of others. */
export function devicesOf(
  { devices }: PushOffer,
  own: Pick<PushAddress, 'endpoint'> | undefined,
): { readonly here: PushDevice | undefined; readonly others: readonly PushDevice[] } {
  return {
    here: devices.find(({ endpoint }) => endpoint === own?.endpoint),
    others: devices.filter(({ endpoint }) => endpoint !== own?.endpoint),
  };
}

/** With a kind, or without it; what is not told does not pass the quiet hours either. */
export function withKind(choices: PushChoices, kind: PushKind, isChosen: boolean): PushChoices {
  const others = (kinds: readonly PushKind[]) => kinds.filter((one) => one !== kind);
  return isChosen
    ? { ...choices, kinds: [...others(choices.kinds), kind] }
    : { ...choices, kinds: others(choices.kinds), urgent: others(choices.urgent) };
}

/** With a kind that passes the quiet hours, or without it. */
export function withUrgent(choices: PushChoices, kind: PushKind, isChosen: boolean): PushChoices {
  const others = choices.urgent.filter((one) => one !== kind);
  return { ...choices, urgent: isChosen ? [...others, kind] : others };
}

/** The hours of a day, for quiet hours, which are chosen by the hour; one of another minute stays a choice. */
export function hoursWith(time: string): readonly string[] {
  const hours = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')}:00`);
  return hours.includes(time) ? hours : [...hours, time].sort();
}
