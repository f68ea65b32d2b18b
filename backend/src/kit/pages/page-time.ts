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

/** An instant as HH:mm DD/MM/YYYY in the facilities' zone, as server pages run no scripts to know the reader's. */
export function timeOf(moment: Date): string {
  const part = Object.fromEntries(CLOCK.formatToParts(moment).map(({ type, value }) => [type, value]));
  return `${part['hour']}:${part['minute']} ${part['day']}/${part['month']}/${part['year']}`;
}
