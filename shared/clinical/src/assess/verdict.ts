import type { VitalKey } from '../codings.ts';
import type { Flag, Level } from '../levels.ts';
import type { Meal } from '../meal.ts';
import type { PartKey } from '../parts.ts';

/** A FHIR CodeableConcept, as far as the judge reads it. */
export interface Concept {
  readonly coding?: readonly { readonly system?: string; readonly code?: string; readonly display?: string }[];
  readonly text?: string;
}

/** A FHIR Quantity, as far as the judge reads it. */
export interface Amount {
  readonly value?: number;
  readonly unit?: string;
  readonly code?: string;
  readonly comparator?: string;
}

export type Comparator = '<' | '<=' | '>' | '>=';

/** One number that is judged: as sent, or converted to a unit of the vital. */
export interface Measured {
  readonly part: PartKey;
  readonly value: number;
  /** UCUM code, or the unit as it was printed. */
  readonly unit: string;
  /** The unit as it was printed, where a code stands beside it: a range may name either. */
  readonly printed?: string;
  /** The number as it was sent, where it was converted: ranges that came with it are in its unit. */
  readonly written?: Amount;
  readonly comparator?: Comparator;
  /** True for a result in words, of which only what was said about it counts; the number means nothing. */
  readonly isWord?: true;
  /** What the writer said about this number alone. */
  readonly said?: Said;
}

/** A reference range that came with a value (FHIR Observation.referenceRange). */
export interface SaidRange {
  readonly low?: Amount;
  readonly high?: Amount;
  readonly type?: Concept;
  readonly appliesTo?: readonly Concept[];
  readonly age?: { readonly low?: Amount; readonly high?: Amount };
}

/** The writer's own word for a value. */
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
  /** Who wrote it by its Provenance or by the server's stamp, where the goal itself names nobody. */
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
  /** Of what is no vital: the unit in which it holds, and no other. */
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
  /** YYYY-MM-DD, or less of it; absent when unknown. */
  readonly birthDate?: string;
  readonly sex?: string;
  readonly pregnant?: 'yes' | 'no';
  /** Where `pregnant` is not given: a reading is judged by what the person was on its day. */
  readonly pregnancies?: readonly Pregnancy[];
}

/** Days of which the record says that the person is pregnant, both included: YYYY-MM-DD. */
export interface Pregnancy {
  readonly from: string;
  readonly to: string;
}

/** All that a verdict depends on. */
export interface AssessInput {
  readonly vital: VitalKey | { readonly code: Concept };
  readonly measured: readonly Measured[];
  /** FHIR date or dateTime of the measurement. */
  readonly at?: string;
  /** IANA zone in which days are counted. */
  readonly zone: string;
  /** The present instant in milliseconds. */
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

/** People for whom a table is; each is the end of a text key `who.<name>`. */
export type Who = 'adults' | 'from16' | 'upTo10' | '11to65' | 'from66';
export type Direction = 'high' | 'low';
/** Who set the range that judged. */
export type Whose = 'goal' | 'facility' | 'configured' | 'product';

export interface Edge {
  readonly value: number;
  /** Whether the edge itself is inside. */
  readonly included: boolean;
}

/** The range that judged, with whose it is. */
export interface JudgingRange {
  readonly low?: Edge;
  readonly high?: Edge;
  readonly unit: string;
  readonly whose: Whose;
  /** Name of the clinician or facility. */
  readonly by?: string;
  /** Day from which a goal holds. */
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

/** What a facility said about its result, as the screens call it. */
export type SaidWord = (typeof SAID_WORDS)[number];
export const SAID_WORDS = ['within', 'high', 'low', 'veryHigh', 'veryLow', 'abnormal', 'critical', 'other'] as const;

/** Which way a value lies, as strong as it may be said; each is the end of a text key `risk.<name>`. */
export type Side = (typeof SIDES)[number];
export const SIDES = ['high', 'low', 'slightlyHigh', 'slightlyLow', 'usualLow'] as const;

/** What every screen says about a reading. */
export interface Verdict {
  /** The owner's table alone. */
  readonly band?: Level;
  /** What is shown. */
  readonly level?: Level;
  readonly direction?: Direction;
  readonly side?: Side;
  /** Shown without a colour: frequent, and nothing to be done about it. */
  readonly isNeutral?: true;
  readonly flag?: Flag;
  /** The value may lie further out: it came with a comparator. */
  readonly atLeast?: true;
  /** The facility's own word, where it judged. */
  readonly said?: SaidWord;
  readonly notJudged?: NotJudged;
  readonly range?: JudgingRange;
  /** On target, yet outside the reference that is written with it: told without colour. */
  readonly outsideWritten?: { readonly side: Direction; readonly low?: number; readonly high?: number };
  readonly advice?: { readonly id: string; readonly urgency: Urgency };
  readonly doubts: readonly Doubt[];
  readonly trace: { readonly judge: Whose | 'none'; readonly goalId?: string };
}

/** What of a verdict its level is told by. */
export type ToldVerdict = Pick<Verdict, 'level' | 'direction' | 'side' | 'isNeutral' | 'said' | 'atLeast'>;

/** The verdict of a reading, and of each of its numbers: each keeps its own colour (D-30). */
export interface WholeVerdict extends Verdict {
  readonly parts: Readonly<Partial<Record<PartKey, Verdict>>>;
}
