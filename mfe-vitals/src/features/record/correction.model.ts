import { bmiOf } from '@phr/clinical/bmi';
import { KG_PER_M2 } from '@phr/clinical/units';
import type { Locale } from '@phr/contract/host-api';
import { isOfForm } from '@phr/fhir/circumstances';
import { correctedObservation, correctedOwn, SAME_ENTRY } from '@phr/fhir/corrected-observation';
import { codeableConcept } from '@phr/fhir/datatypes';
import { lenientObject } from '@phr/fhir/json';
import type { NoteReader } from '@phr/fhir/note-words';
import { ownNoteText } from '@phr/fhir/own-note';
import type { StoredResource } from '@phr/module-kit/correction';
import { isSameMinute } from '@phr/time/instant';
import { dayOf } from '@phr/time/zone';
import { formatDate, formatTime } from '@phr/ui/format';
import { writeDecimal } from '@phr/ui/parse-input';
import { numberIn, type Reading } from '../readings/reading.model.ts';
import { valueReading, type NewReading, type Occasion } from './new-reading.model.ts';
import type { OccasionForm } from './record.model.ts';
import type { StoredReading } from './stored-reading.entity.ts';

/** A stored number as typed; '' if none. */
export function typedIn(reading: Reading, part: Parameters<typeof numberIn>[1], locale: Locale): string {
  const value = numberIn(reading, part);
  return value === undefined ? '' : writeDecimal(value, locale);
}

/** Date, time and the reader's note of a stored reading, as form fields. */
export function occasionOf(
  { raw, reading: { instant } }: StoredReading,
  reader: NoteReader | undefined,
  locale: Locale,
  zone: string,
): OccasionForm {
  return {
    date: instant === undefined ? '' : formatDate(dayOf(instant, zone), locale),
    time: instant === undefined ? '' : formatTime(instant, locale, zone),
    note: ownNoteText(raw.note, reader),
  };
}

/** Applies a form to a reading. An unchanged minute keeps its seconds, and untouched notes their signature. */
export function correctedReading(
  stored: StoredReading,
  { resource }: NewReading,
  { measuredAt, note }: { readonly measuredAt: number; readonly note?: string | undefined },
  reader: NoteReader | undefined,
): StoredResource {
  const corrected = correctedOwn(stored, resource, {
    note,
    reader,
    keeps: [
      ...SAME_ENTRY,
      ...(isSameMinute(stored.reading.instant ?? Number.NaN, measuredAt) ? ['effectiveDateTime'] : []),
      // a form without site field keeps the stored one
      ...(resource.bodySite === undefined ? ['bodySite'] : []),
    ],
  });
  // components unknown to the form (oxygen) stay beside those it writes
  const beside = componentsOf(stored.resource).filter((part) => !isOfForm(wire(part) ?? {}, stored.reading.vitalKey));
  return beside.length === 0 ? corrected : { ...corrected, component: [...componentsOf(corrected), ...beside] };
}

const wire = lenientObject({ code: codeableConcept });

function componentsOf({ component }: StoredResource): readonly unknown[] {
  return Array.isArray(component) ? component : [];
}

/** Recomputes the body mass index stored with a weight or height; undefined if there was none. */
export function correctedBmi(
  { reading, together }: StoredReading,
  value: number,
  occasion: Occasion,
): { readonly stored: StoredReading; readonly resource: StoredResource } | undefined {
  const of = (vitalKey: Reading['vitalKey']) => together.find((one) => one.reading.vitalKey === vitalKey);
  const other = of(reading.vitalKey === 'weights' ? 'heights' : 'weights');
  const otherValue = other && numberIn(other.reading);
  const [weight, height] = reading.vitalKey === 'weights' ? [value, otherValue] : [otherValue, value];
  const [stored, bmi] = [of('bmis'), bmiOf(weight, height)];
  if (stored === undefined || bmi === undefined) return undefined;
  const made = valueReading(occasion, 'bmis', bmi, KG_PER_M2);
  // it belongs to the moment in which both were measured
  return {
    stored,
    resource: correctedObservation(stored.resource, made.resource, [...SAME_ENTRY, 'note', 'effectiveDateTime']),
  };
}
