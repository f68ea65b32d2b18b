import { codeableConcept, extension, identifier, primitiveMeta, reference, type Reference } from './datatypes.ts';
import { parseDate } from './dates.ts';
import { list, lenientObject, text } from './json.ts';
import { defined, idOf, wordsOf } from './reading.ts';
import { zoneIn } from './facility-zone.ts';

export type ParticipantType = 'Patient' | 'Practitioner' | 'PractitionerRole' | 'HealthcareService' | 'Location';
export interface Participant {
  readonly type: ParticipantType;
  readonly id?: string;
  readonly name?: string;
  readonly status?: string;
}

/** An appointment as the screens need it. */
export interface Appointment {
  readonly id: string;
  /** Queue number, if the facility assigned one. */
  readonly no?: string;
  /** Status as sent by the server; may be one without a translation. */
  readonly status: string;
  readonly start?: string;
  readonly end?: string;
  readonly created?: string;
  /** IANA zone of the facility; appointment times are shown in it. */
  readonly zone: string;
  readonly participants: readonly Participant[];
  readonly healthcareService?: string;
  readonly practitioner?: string;
  readonly location?: string;
  readonly specialty?: string;
  readonly reason?: string;
  readonly cancelationReason?: string;
  readonly slotId?: string;
}

const wire = lenientObject({
  id: text,
  status: text,
  start: text,
  end: text,
  created: text,
  _start: primitiveMeta,
  extension: list(extension),
  identifier: list(identifier),
  participant: list(lenientObject({ actor: reference, status: text })),
  slot: list(reference),
  specialty: list(codeableConcept),
  serviceType: list(codeableConcept),
  reasonCode: list(codeableConcept),
  cancelationReason: codeableConcept,
  comment: text,
  description: text,
});
const actorResource = lenientObject({ name: text, extension: list(extension) });

const TYPES: readonly ParticipantType[] = [
  'Patient',
  'Practitioner',
  'PractitionerRole',
  'HealthcareService',
  'Location',
];

/** Parses an Appointment resource; undefined without an id or status. */
export function readAppointment(resource: unknown): Appointment | undefined {
  const raw = wire(resource);
  if (raw?.id === undefined || raw.status === undefined) return undefined;
  const participants = (raw.participant ?? []).flatMap(({ actor, status }) => readParticipant(actor, status));
  const nameOf = (...types: readonly ParticipantType[]) =>
    types
      .map((type) => participants.find((one) => one.type === type && one.name !== undefined)?.name)
      .find((name) => name !== undefined);
  const reasons = raw.reasonCode?.map(wordsOf).filter((words) => words !== undefined) ?? [];
  const zones = [
    ...(raw._start?.extension ?? []),
    ...(raw.extension ?? []),
    ...(raw.participant ?? []).flatMap(({ actor }) => actorResource(actor?.resource)?.extension ?? []),
  ];
  return {
    id: raw.id,
    status: raw.status,
    zone: zoneIn(zones),
    participants,
    ...defined({
      no: raw.identifier?.find(({ value }) => value !== undefined && value.length <= 12)?.value,
      start: instant(raw.start),
      end: instant(raw.end),
      created: parseDate(raw.created) === undefined ? undefined : raw.created,
      healthcareService:
        nameOf('HealthcareService') ??
        raw.serviceType?.map(wordsOf).find((words) => words !== undefined) ??
        raw.description,
      practitioner: nameOf('PractitionerRole', 'Practitioner'),
      location: nameOf('Location'),
      specialty: raw.specialty?.map(wordsOf).find((words) => words !== undefined),
      reason: reasons.length > 0 ? reasons.join(', ') : undefined,
      cancelationReason: cancelationOf(raw.cancelationReason),
      slotId: idOf(raw.slot?.[0], 'Slot'),
    }),
  };
}

function readParticipant(actor: Reference | undefined, status: string | undefined): readonly Participant[] {
  const type = TYPES.find((one) => idOf(actor, one) !== undefined || actor?.type === one);
  if (type === undefined) return [];
  return [
    {
      type,
      ...defined({ id: idOf(actor, type), name: actor?.display ?? actorResource(actor?.resource)?.name, status }),
    },
  ];
}

/** Texts of the cancellation coding and of the person who cancelled, without duplicates (BOOK-03). */
function cancelationOf(reason: ReturnType<typeof codeableConcept>): string | undefined {
  const parts = [reason?.coding?.find(({ display }) => display !== undefined)?.display, reason?.text].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : [...new Set(parts)].join(': ');
}

function instant(value: string | undefined): string | undefined {
  return parseDate(value)?.precision === 'instant' ? value : undefined;
}
