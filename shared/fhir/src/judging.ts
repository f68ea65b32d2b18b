import { assess } from '@phr/clinical/assess/assess';
import type {
  AssessInput,
  Comparator,
  ConfiguredRange,
  Measured,
  Origin,
  Said,
  WholeVerdict,
} from '@phr/clinical/assess/verdict';
import { componentOf, vitalIn, type VitalKey } from '@phr/clinical/codings';
import { isDeletable } from '@phr/clinical/deletable';
import { numberOf, type PartKey } from '@phr/clinical/parts';
import { isConditional } from './conditional.ts';
import { hasCode } from './reading.ts';
import type { Observation, ObservationComponent } from './observation.ts';
import { isOwnSource, readSource } from './source.ts';

// What the judge of values reads from the resources of a record.

/** What the writer of a value said about it. */
export function saidOf({ interpretation, referenceRange }: Observation | ObservationComponent): Said | undefined {
  if (interpretation === undefined && referenceRange === undefined) return undefined;
  return {
    ...(interpretation === undefined ? {} : { interpretation }),
    ...(referenceRange === undefined ? {} : { ranges: referenceRange }),
  };
}

/**
 * Whose word a result is: what was entered here is the person's, whatever stands in it; a professional performer, or the stamp of a facility, makes it the
 * facility's. A laboratory's result is the laboratory's although it names nobody; nobody knows who measured any other.
 */
export function originOf(observation: Observation): Origin {
  const { category, meta } = observation;
  const performer = performersOf(observation);
  const stamp = readSource(meta?.source);
  if (stamp !== undefined && isOwnSource(stamp)) return { kind: stamp === 'device' ? 'device' : 'person' };
  const name = performer.map(({ display }) => display).find((display) => display !== undefined);
  const facility: Origin = { kind: 'facility', ...(name === undefined ? {} : { name }) };
  if (stamp === 'facility' || !isDeletable({ performer })) return facility;
  if (performer.some(({ reference, type }) => type === 'Patient' || /(^|\/)Patient\//.test(reference ?? '')))
    return { kind: 'person' };
  const isResult = category?.some((one) => RESULTS.some((code) => hasCode(one, code))) === true;
  return performer.length > 0 || isResult ? facility : { kind: 'unknown' };
}

/** Performers with their type; a contained one says it in the resource itself. */
export function performersOf({ performer = [], contained = [] }: Pick<Observation, 'performer' | 'contained'>) {
  return performer.map((one) => {
    const inside = one.reference?.startsWith('#')
      ? contained.find((resource) => resource['id'] === one.reference?.slice(1))?.['resourceType']
      : undefined;
    return typeof inside === 'string' ? { ...one, type: inside } : one;
  });
}

const RESULTS = ['laboratory', 'LAB', 'imaging'];

/** For whom and when a result of the record is judged. */
export type JudgingContext = Pick<AssessInput, 'person' | 'zone' | 'now' | 'goals'> & {
  /** Ranges that the deployment shows for vitals without bands of their own (D-40). */
  readonly configured?: ReadonlyMap<VitalKey, readonly ConfiguredRange[]>;
};

/** What of the context decides about one vital, or about any other result. */
function contextOf(
  { configured, ...context }: JudgingContext,
  vital: VitalKey | undefined,
): Omit<JudgingContext, 'configured'> & Pick<AssessInput, 'configured'> {
  const ranges = vital === undefined ? undefined : configured?.get(vital);
  return ranges === undefined ? context : { ...context, configured: ranges };
}

/**
 * The verdict about a result of the record, whatever it measures: a vital sign with its parts, or a result of a laboratory. Parts that are results of their
 * own (a panel of a laboratory) are judged by `verdictOfPart`.
 * @param configured ranges of the deployment for what is no vital
 */
export function verdictOf(
  observation: Observation,
  context: JudgingContext,
  configured?: readonly ConfiguredRange[],
): WholeVerdict {
  const vital = vitalIn(observation.code);
  const said = saidOf(observation);
  return assess({
    ...contextOf(context, vital),
    ...(vital !== undefined || configured === undefined ? {} : { configured }),
    ...common(observation),
    vital: vital ?? { code: observation.code ?? {} },
    measured: numbersIn(observation, vital).flatMap(({ measured }) => measured),
    ...(said === undefined ? {} : { said }),
  });
}

/** The numbers of a result that are judged together, with what holds each: the parts of a blood pressure, else the result itself. */
export function numbersIn(
  observation: Observation,
  vital: VitalKey | undefined,
): readonly { readonly of: Observation | ObservationComponent; readonly measured: readonly Measured[] }[] {
  const parts = (observation.component ?? []).flatMap((of) => {
    const key = vital === 'bloodPressures' ? partKeyOf(of) : undefined;
    const measured = key === undefined ? [] : measuredIn(of, vital, key, saidOf(of));
    return measured.length === 0 ? [] : [{ of, measured }];
  });
  if (parts.length > 0) return parts;
  // an observation of one part alone is that part
  const key = vital === 'bloodPressures' ? partKeyOf(observation) : undefined;
  return [{ of: observation, measured: measuredIn(observation, vital, key ?? 'value', saidOf(observation)) }];
}

/** The verdict about a component that is a result of its own. */
export function verdictOfPart(
  observation: Observation,
  part: ObservationComponent,
  context: JudgingContext,
): WholeVerdict {
  const key = vitalIn(observation.code) === 'bloodPressures' ? partKeyOf(part) : undefined;
  const vital = key === undefined ? vitalIn(part.code) : 'bloodPressures';
  return assess({
    ...contextOf(context, vital),
    ...common(observation),
    vital: vital ?? { code: part.code ?? {} },
    measured: measuredIn(part, vital, key ?? 'value', saidOf(part)),
  });
}

function common(observation: Observation): Pick<AssessInput, 'at' | 'status' | 'isModified' | 'origin'> {
  const at =
    observation.effectiveDateTime ??
    observation.effectiveInstant ??
    observation.effectivePeriod?.start ??
    observation.issued;
  return {
    ...(at === undefined ? {} : { at }),
    ...(observation.status === undefined ? {} : { status: observation.status }),
    isModified: isConditional(observation),
    origin: originOf(observation),
  };
}

function partKeyOf({ code }: ObservationComponent): PartKey | undefined {
  const key = componentOf('bloodPressures', code)?.key;
  return key === 'systolic' || key === 'diastolic' ? key : undefined;
}

const COMPARATORS: readonly Comparator[] = ['<', '<=', '>=', '>'];

/** The number of a result, in a unit of its vital where it has one. A word without a number ("positive") is judged by what was said about it. */
function measuredIn(
  { valueQuantity }: Observation | ObservationComponent,
  vital: VitalKey | undefined,
  part: PartKey,
  said: Said | undefined,
): readonly Measured[] {
  const beside = said === undefined ? {} : { said };
  const value = valueQuantity?.value;
  if (value === undefined)
    return said?.interpretation === undefined ? [] : [{ part, value: 0, unit: '', isWord: true, ...beside }];
  const { code, unit, comparator } = valueQuantity ?? {};
  const known = vital === undefined ? undefined : numberOf(vital, { value, code, unit });
  const compared = COMPARATORS.find((sign) => sign === comparator);
  return [
    {
      part,
      value: known?.value ?? value,
      // a unit that is none of the vital's, or told twice and not the same, is none
      unit: known?.unit.code ?? (vital === undefined ? (code ?? unit ?? '') : ''),
      ...(unit === undefined ? {} : { printed: unit }),
      ...(known?.isConverted === true
        ? { written: { value, ...(code === undefined ? {} : { code }), ...(unit === undefined ? {} : { unit }) } }
        : {}),
      ...(compared === undefined ? {} : { comparator: compared }),
      ...beside,
    },
  ];
}
