import { FACILITY_ZONE } from '../facility-zone.ts';

const CLOCK = new Intl.DateTimeFormat('en-GB', {
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZone: FACILITY_ZONE,
});

/** A moment as everywhere in the product, HH:mm DD/MM/YYYY; pages of the server run no script that could know the reader's zone. */
export function timeOf(moment: Date): string {
  const part = Object.fromEntries(CLOCK.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${part['hour']}:${part['minute']} ${part['day']}/${part['month']}/${part['year']}`;
}
