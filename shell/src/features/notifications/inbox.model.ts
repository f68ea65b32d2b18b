import type { NoticePlace } from '@phr/contract/host-api';
import type { Locale } from '@phr/contract/locale';
import { conceptWords } from '@phr/fhir/concepts';
import { codeableConcept, reference } from '@phr/fhir/datatypes';
import { lenientObject, list, type Read, text } from '@phr/fhir/json';
import { formatMoment } from '@phr/ui/format';
import { type Entry, partsOf, type InboxResource } from './inbox.api.ts';
import type { InboxKey, InboxWords } from './inbox.words.ts';

/** A displayed entry. */
export interface DisplayedEntry {
  readonly title: string;
  /** Distinguishes it from others of its kind. */
  readonly detail?: string;
  /** Target screen; absent if it cannot be opened. */
  readonly place?: NoticePlace;
}

const asThing = lenientObject({
  status: text,
  start: text,
  code: codeableConcept,
  organization: list(reference),
  owner: reference,
  deviceName: list(lenientObject({ name: text })),
});
type Facts = Read<typeof asThing>;

interface Kind {
  readonly title: (facts: Facts, words: InboxWords, locale: Locale) => string;
  readonly detail?: (facts: Facts, locale: Locale) => string | undefined;
  /** Target: the screen that shows its type. */
  readonly place: (id: string) => NoticePlace;
}

type Named = { [Key in InboxKey]: `${Key}.unnamed` extends InboxKey ? Key : never }[InboxKey];
const named = ({ t }: InboxWords, key: Named, name: string | undefined): string =>
  name === undefined ? t(`${key}.unnamed`) : t(key, { name });

const KINDS: Readonly<Record<string, Kind>> = {
  reading: {
    title: (_, { t }) => t('inbox.reading'),
    place: () => ({ screen: 'readings' }),
  },
  report: {
    title: ({ code }, words, locale) => named(words, 'inbox.report', conceptWords(code, locale)),
    place: (id) => ({ screen: 'DiagnosticReport', params: { id } }),
  },
  'report-file': {
    title: ({ code }, words, locale) => named(words, 'inbox.reportFile', conceptWords(code, locale)),
    place: (id) => ({ screen: 'DiagnosticReport', params: { id } }),
  },
  appointment: {
    title: ({ status }, { t, find }) => find(`inbox.appointment.${status}`) ?? t('inbox.appointment.other'),
    detail: ({ start }, locale) => (start === undefined ? undefined : formatMoment(start, locale)),
    place: (id) => ({ screen: 'Appointment', params: { id } }),
  },
  consent: {
    title: ({ status, organization }, words) =>
      status === 'proposed'
        ? named(words, 'inbox.consent.proposed', organization?.find(({ display }) => display !== undefined)?.display)
        : words.t('inbox.consent.other'),
    place: (id) => ({ screen: 'Consent', params: { id } }),
  },
  link: {
    title: ({ status }, { t, find }) => find(`inbox.link.${status}`) ?? t('inbox.link.other'),
    detail: ({ owner }) => owner?.display,
    place: () => ({ screen: 'linked-records' }),
  },
  hub: {
    title: ({ deviceName }, words) =>
      named(words, 'inbox.hub', deviceName?.find(({ name }) => name !== undefined)?.name),
    place: (id) => ({ screen: 'Device', params: { id } }),
  },
};

/** An entry in words, from currently readable data. Inaccessible, deleted or unknown things say so and have no link. */
export function describeEntry(
  entry: Entry,
  thing: InboxResource | undefined,
  words: InboxWords,
  locale: Locale,
): DisplayedEntry {
  const kind = Object.hasOwn(KINDS, entry.kind) ? KINDS[entry.kind] : undefined;
  const facts = thing === undefined ? undefined : asThing(thing);
  if (kind === undefined || facts === undefined) return { title: words.t('inbox.gone') };
  const detail = kind.detail?.(facts, locale);
  return {
    title: kind.title(facts, words, locale),
    ...(detail === undefined ? {} : { detail }),
    place: { ...kind.place(partsOf(entry.reference).id), patientId: entry.patientId },
  };
}
