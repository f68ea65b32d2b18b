import type { VitalKey } from '../codings.ts';
import type { Flag, Level } from '../levels.ts';
import type { Meal } from '../meal.ts';
import type { PartKey } from '../parts.ts';

/** The parts of a FHIR CodeableConcept that judging uses. */
export interface Concept {
  readonly coding?: readonly { readonly system?: string; readonly code?: string; readonly display?: string }[];
  readonly text?: string;
}

/** The parts of a FHIR Quantity that judging uses. */
export interface Amount {
  readonly value?: number;
  readonly unit?: string;
  readonly code?: string;
  readonly comparator?: string;
}

export type Comparator = '<' | '<=' | '>' | '>=';

/** One number to judge: as sent, or converted to a unit of the vital. */
export interface Measured {
  readonly part: PartKey;
  readonly value: number;
  /** UCUM code, or the printed unit. */
  readonly unit: string;
  /** The printed unit if a code is present too: a range may use either. */
  readonly printed?: string;
  /** The number as sent, if it was converted: ranges sent with it are in its unit. */
  readonly written?: Amount;
  readonly comparator?: Comparator;
  /** True for a result in words: only its interpretation counts, the number is meaningless. */
  readonly isWord?: true;
  /** The writer's interpretation of this number alone. */
  readonly said?: Said;
}

/** A reference range sent with a value (FHIR Observation.referenceRange). */
export interface SaidRange {
  readonly low?: Amount;
  readonly high?: Amount;
  readonly type?: Concept;
  readonly appliesTo?: readonly Concept[];
  readonly age?: { readonly low?: Amount; readonly high?: Amount };
}

/** The writer's interpretation of a value. */
export interface Said {
  readonly interpretation?: readonly Concept[];
  readonly ranges?: readonly SaidRange[];
}

/** A goal of the record (FHIR Goal). */
export interface Goal {
  readonly id?: string;
  readonly lifecycleStatus?: string;
  readonly startDate?: string;
  readonly statusDate?: string;
  readonly expressedBy?: { readonly reference?: string; readonly type?: string; readonly display?: string };
  /** Author by Provenance or by the server's stamp, if the goal itself names none. */
  readonly author?: { readonly reference?: string; readonly type?: string; readonly display?: string };
  readonly target?: readonly {
    readonly measure?: Concept;
    readonly detailQuantity?: Amount;
    readonly detailRange?: { readonly low?: Amount; readonly high?: Amount };
    readonly dueDate?: string;
  }[];
}

/** A range that the deployment configured for a vital (D-40), in the unit of the vital. */
export interface ConfiguredRange {
  readonly part?: PartKey;
  /** For results that are not vitals: the only unit the range is valid in. */
  readonly unit?: string;
  readonly low?: number;
  readonly high?: number;
}

export interface Origin {
  readonly kind: 'person' | 'device' | 'facility' | 'computed' | 'unknown';
  /** Name of the facility. */
  readonly name?: string;
}

export interface Person {
  /** YYYY-MM-DD, or a prefix of it; absent if unknown. */
  readonly birthDate?: string;
  readonly sex?: string;
  readonly pregnant?: 'yes' | 'no';
  /** Used if `pregnant` is absent: a reading is judged by the person's state on its day. */
  readonly pregnancies?: readonly Pregnancy[];
}

/** Days the person is recorded as pregnant, both inclusive: YYYY-MM-DD. */
export interface Pregnancy {
  readonly from: string;
  readonly to: string;
}

/** Everything a verdict depends on. */
export interface AssessInput {
  readonly vital: VitalKey | { readonly code: Concept };
  readonly measured: readonly Measured[];
  /** FHIR date or dateTime of the measurement. */
  readonly at?: string;
  /** IANA zone that defines days. */
  readonly zone: string;
  /** Current instant in milliseconds. */
  readonly now: number;
  /** FHIR Observation.status; absent counts as final. */
  readonly status?: string;
  /** True when the resource has a modifierExtension. */
  readonly isModified?: boolean;
  readonly person: Person;
  readonly context?: { readonly meal?: Meal; readonly rest?: boolean };
  readonly origin: Origin;
  readonly said?: Said;
  readonly goals?: readonly Goal[];
  readonly configured?: readonly ConfiguredRange[];
}

/** Populations of the tables; each completes a text key `who.<name>`. */
export type Who = 'adults' | 'from16' | 'upTo10' | '11to65' | 'from66';
export type Direction = 'high' | 'low';
/** Source of the range that judged. */
export type Whose = 'goal' | 'facility' | 'configured' | 'product';

export interface Edge {
  readonly value: number;
  /** Whether the edge itself is inside the range. */
  readonly included: boolean;
}

/** The range that judged, and its source. */
export interface JudgingRange {
  readonly low?: Edge;
  readonly high?: Edge;
  readonly unit: string;
  readonly whose: Whose;
  /** Name of the clinician or facility. */
  readonly by?: string;
  /** First day of a goal. */
  readonly since?: string;
  readonly forWhom?: Who;
}

export type NotJudged =
  | 'noRange'
  | 'adultsOnly'
  | 'from16'
  | 'unit'
  | 'comparator'
  | 'void'
  | 'future'
  | 'absent'
  | 'modifier';
export type Urgency = 'now' | 'today' | 'soon';
export type Doubt = 'saidAgainstRange' | 'preliminary' | 'amended';

/** A facility's interpretation, as worded on screens. */
export type SaidWord = (typeof SAID_WORDS)[number];
export const SAID_WORDS = ['within', 'high', 'low', 'veryHigh', 'veryLow', 'abnormal', 'critical', 'other'] as const;

/** Direction of a value, with the strength it may be worded in; each completes a text key `risk.<name>`. */
export type Side = (typeof SIDES)[number];
export const SIDES = ['high', 'low', 'slightlyHigh', 'slightlyLow', 'usualLow'] as const;

/** What screens display about a reading. */
export interface Verdict {
  /** By the specification's table alone. */
  readonly band?: Level;
  /** The level to display. */
  readonly level?: Level;
  readonly direction?: Direction;
  readonly side?: Side;
  /** Displayed without colour: common, and needs no action. */
  readonly isNeutral?: true;
  readonly flag?: Flag;
  /** Sent with a comparator, so the value may be further out. */
  readonly atLeast?: true;
  /** The facility's interpretation, if it decided. */
  readonly said?: SaidWord;
  readonly notJudged?: NotJudged;
  readonly range?: JudgingRange;
  /** On target, but outside the printed reference: shown without colour. */
  readonly outsideWritten?: { readonly side: Direction; readonly low?: number; readonly high?: number };
  readonly advice?: { readonly id: string; readonly urgency: Urgency };
  readonly doubts: readonly Doubt[];
  readonly trace: { readonly judge: Whose | 'none'; readonly goalId?: string };
}

/** The parts of a verdict needed to word its level. */
export type ToldVerdict = Pick<Verdict, 'level' | 'direction' | 'side' | 'isNeutral' | 'said' | 'atLeast'>;

/** The verdict of a reading and of each of its numbers, which keep their own colours (D-30). */
export interface WholeVerdict extends Verdict {
  readonly parts: Readonly<Partial<Record<PartKey, Verdict>>>;
}
