import { flag, number, lenientObject, text, type Read } from '@phr/fhir/json';
import { defined } from '@phr/fhir/reading';

/** The chosen service, as the later steps need it. */
export interface ChosenService {
  readonly id: string;
  readonly name?: string;
  readonly providedBy?: string;
  readonly price?: number;
  readonly zone: string;
}
export interface ChosenRole {
  readonly id: string;
  readonly practitionerId?: string;
  readonly name?: string;
}
export interface ChosenSlot {
  readonly id: string;
  readonly start: string;
  readonly end: string;
}

/** Why a chosen time was lost. */
export type Refusal = 'SLOT_TAKEN' | 'SLOT_TOO_SOON';

/** What a person has chosen so far (BOOK-06). The later choices depend on the earlier ones. */
export interface BookingDraft {
  readonly healthcareService?: ChosenService;
  readonly practitionerRole?: ChosenRole;
  /** Any doctor of the service will do: `practitionerRole` is then the one of the chosen time. */
  readonly isAnyPractitioner?: boolean;
  readonly slot?: ChosenSlot;
  /** The time table that the slot belongs to. */
  readonly schedule?: { readonly id: string };
  readonly reason: string;
  readonly note: string;
  /** The time chosen before was refused. */
  readonly refusal?: Refusal;
  /** When the refused time began: others near it are offered. */
  readonly lost?: string;
  /** Key of the last try and what was sent with it: the same again is the same booking. */
  readonly attempt?: { readonly key: string; readonly content: string };
}

export const EMPTY_DRAFT: BookingDraft = { reason: '', note: '' };

/** The steps in their order (D-51). */
export const STEPS = [
  'appointment-create',
  'appointment-practitioner-select',
  'appointment-slot-select',
  'appointment-create-confirm',
] as const;
export type Step = (typeof STEPS)[number];

/** The first step that still needs a choice; the last one when all are made (BOOK-28). */
export function openStep({ healthcareService, practitionerRole, isAnyPractitioner, slot }: BookingDraft): Step {
  if (healthcareService === undefined) return 'appointment-create';
  if (practitionerRole === undefined && isAnyPractitioner !== true) return 'appointment-practitioner-select';
  return slot === undefined || practitionerRole === undefined
    ? 'appointment-slot-select'
    : 'appointment-create-confirm';
}

/** True when a step may be shown: nothing before it is missing. */
export function isReached(step: Step, draft: BookingDraft): boolean {
  return STEPS.indexOf(step) <= STEPS.indexOf(openStep(draft));
}

/** Another service has other doctors and times; the same one keeps them. */
export function withService(draft: BookingDraft, healthcareService: ChosenService): BookingDraft {
  if (draft.healthcareService?.id === healthcareService.id) return { ...draft, healthcareService };
  return { reason: draft.reason, note: draft.note, healthcareService };
}

/** Another doctor has other times; the same one keeps them. */
export function withRole(draft: BookingDraft, practitionerRole: ChosenRole): BookingDraft {
  if (draft.practitionerRole?.id === practitionerRole.id && draft.isAnyPractitioner !== true)
    return { ...draft, practitionerRole };
  const { reason, note, healthcareService } = draft;
  return { reason, note, practitionerRole, ...defined({ healthcareService }) };
}

/** Any doctor of the service: the time that is chosen next names one. */
export function withAnyPractitioner(draft: BookingDraft): BookingDraft {
  if (draft.isAnyPractitioner === true) return draft;
  const { reason, note, healthcareService } = draft;
  return { reason, note, isAnyPractitioner: true, ...defined({ healthcareService }) };
}

/** A time, and whose it is. */
export function withSlot(
  draft: BookingDraft,
  { id, start, end, scheduleId }: ChosenSlot & { readonly scheduleId: string },
  practitionerRole: ChosenRole,
): BookingDraft {
  const { refusal: _refusal, lost: _lost, attempt: _attempt, ...kept } = draft;
  return { ...kept, practitionerRole, slot: { id, start, end }, schedule: { id: scheduleId } };
}

/** The time is gone; all other choices stay (D-50). */
export function withoutSlot(draft: BookingDraft, refusal: Refusal): BookingDraft {
  const { slot, schedule: _schedule, attempt: _attempt, practitionerRole, ...kept } = draft;
  return {
    ...kept,
    refusal,
    ...defined({
      lost: slot?.start,
      practitionerRole: draft.isAnyPractitioner === true ? undefined : practitionerRole,
    }),
  };
}

const wire = lenientObject({
  healthcareService: lenientObject({ id: text, name: text, providedBy: text, price: number, zone: text }),
  practitionerRole: lenientObject({ id: text, practitionerId: text, name: text }),
  slot: lenientObject({ id: text, start: text, end: text }),
  schedule: lenientObject({ id: text }),
  isAnyPractitioner: flag,
  lost: text,
  reason: text,
  note: text,
  refusal: text,
  attempt: lenientObject({ key: text, content: text }),
});

/** Reads a kept draft at the edge; a choice that cannot be read is not made. */
export function parseDraft(value: unknown): BookingDraft | undefined {
  const raw = wire(value);
  if (raw === undefined) return undefined;
  const service = raw.healthcareService;
  return {
    reason: raw.reason ?? '',
    note: raw.note ?? '',
    ...defined({
      healthcareService:
        service?.id === undefined || service.zone === undefined
          ? undefined
          : {
              id: service.id,
              zone: service.zone,
              ...defined({ name: service.name, providedBy: service.providedBy, price: service.price }),
            },
      practitionerRole: roleOf(raw.practitionerRole),
      isAnyPractitioner: raw.isAnyPractitioner === true ? true : undefined,
      lost: raw.lost === undefined || Number.isNaN(Date.parse(raw.lost)) ? undefined : raw.lost,
      slot: slotOf(raw.slot),
      schedule: raw.schedule?.id === undefined ? undefined : { id: raw.schedule.id },
      refusal: raw.refusal === 'SLOT_TAKEN' || raw.refusal === 'SLOT_TOO_SOON' ? raw.refusal : undefined,
      attempt:
        raw.attempt?.key === undefined || raw.attempt.content === undefined
          ? undefined
          : { key: raw.attempt.key, content: raw.attempt.content },
    }),
  };
}

type Wire = NonNullable<Read<typeof wire>>;

function roleOf(raw: Wire['practitionerRole']): ChosenRole | undefined {
  return raw?.id === undefined
    ? undefined
    : { id: raw.id, ...defined({ practitionerId: raw.practitionerId, name: raw.name }) };
}

function slotOf(raw: Wire['slot']): ChosenSlot | undefined {
  return raw?.id === undefined || raw.start === undefined || raw.end === undefined
    ? undefined
    : { id: raw.id, start: raw.start, end: raw.end };
}
