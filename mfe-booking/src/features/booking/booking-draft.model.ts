import { flag, number, lenientObject, text, type Read } from '@phr/fhir/json';
import { defined } from '@phr/fhir/reading';

/** The chosen service, for later steps. */
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

/** Choices so far (BOOK-06); later ones depend on earlier ones. */
export interface BookingDraft {
  readonly healthcareService?: ChosenService;
  readonly practitionerRole?: ChosenRole;
  /** Any doctor of the service; `practitionerRole` is then the chosen time's. */
  readonly isAnyPractitioner?: boolean;
  readonly slot?: ChosenSlot;
  /** Schedule of the slot. */
  readonly schedule?: { readonly id: string };
  readonly reason: string;
  readonly note: string;
  /** Why the previously chosen time was rejected. */
  readonly refusal?: Refusal;
  /** Start of the rejected time, to offer others near it. */
  readonly lost?: string;
  /** Idempotency key of the last attempt and its content: identical content is the same booking. */
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

/** The first incomplete step, else the last one (BOOK-28). */
export function openStep({ healthcareService, practitionerRole, isAnyPractitioner, slot }: BookingDraft): Step {
  if (healthcareService === undefined) return 'appointment-create';
  if (practitionerRole === undefined && isAnyPractitioner !== true) return 'appointment-practitioner-select';
  return slot === undefined || practitionerRole === undefined
    ? 'appointment-slot-select'
    : 'appointment-create-confirm';
}

/** True if all earlier steps are complete. */
export function isReached(step: Step, draft: BookingDraft): boolean {
  return STEPS.indexOf(step) <= STEPS.indexOf(openStep(draft));
}

/** Sets the service; a different one resets doctor and time. */
export function withService(draft: BookingDraft, healthcareService: ChosenService): BookingDraft {
  if (draft.healthcareService?.id === healthcareService.id) return { ...draft, healthcareService };
  return { reason: draft.reason, note: draft.note, healthcareService };
}

/** Sets the doctor; a different one resets the time. */
export function withRole(draft: BookingDraft, practitionerRole: ChosenRole): BookingDraft {
  if (draft.practitionerRole?.id === practitionerRole.id && draft.isAnyPractitioner !== true)
    return { ...draft, practitionerRole };
  const { reason, note, healthcareService } = draft;
  return { reason, note, practitionerRole, ...defined({ healthcareService }) };
}

/** Any doctor of the service; the chosen time will determine one. */
export function withAnyPractitioner(draft: BookingDraft): BookingDraft {
  if (draft.isAnyPractitioner === true) return draft;
  const { reason, note, healthcareService } = draft;
  return { reason, note, isAnyPractitioner: true, ...defined({ healthcareService }) };
}

/** Sets a time and its doctor. */
export function withSlot(
  draft: BookingDraft,
  { id, start, end, scheduleId }: ChosenSlot & { readonly scheduleId: string },
  practitionerRole: ChosenRole,
): BookingDraft {
  const { refusal: _refusal, lost: _lost, attempt: _attempt, ...kept } = draft;
  return { ...kept, practitionerRole, slot: { id, start, end }, schedule: { id: scheduleId } };
}

/** Clears the time, keeping all other choices (D-50). */
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

/** Parses a stored draft; unreadable choices are dropped. */
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
