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

// Extracts the input of value judging from a record's resources.

/** The writer's interpretation and ranges. */
export function saidOf({ interpretation, referenceRange }: Observation | ObservationComponent): Said | undefined {
  if (interpretation === undefined && referenceRange === undefined) return undefined;
  return {
    ...(interpretation === undefined ? {} : { interpretation }),
    ...(referenceRange === undefined ? {} : { ranges: referenceRange }),
  };
}

/**
 * Origin of a result. Entered in this product: the person, whatever it says. A professional performer or a facility's
 * stamp: the facility. A laboratory result is the laboratory's even without performer; any other has an unknown author
 * (R-29).
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

/** Performers with their type, which for contained ones comes from the resource itself. */
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
  /** The deployment's ranges for vitals without bands of their own. */
  readonly configured?: ReadonlyMap<VitalKey, readonly ConfiguredRange[]>;
};

/** The part of the context relevant to one vital or other result. */
function contextOf(
  { configured, ...context }: JudgingContext,
  vital: VitalKey | undefined,
): Omit<JudgingContext, 'configured'> & Pick<AssessInput, 'configured'> {
  const ranges = vital === undefined ? undefined : configured?.get(vital);
  return ranges === undefined ? context : { ...context, configured: ranges };
}

/**
 * The verdict about any result of the record: a vital sign with its parts, or a laboratory result. Components that are
 * results of their own (a laboratory panel) use `verdictOfPart`.
 * @param configured the deployment's ranges for results that are not vitals
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

/** The numbers judged together, each with its holder: the parts of a blood pressure, else the result itself. */
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
  // a single-part observation is that part
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

/**
 * The number of a result, in a unit of its vital if it is one. A text result ("positive") is judged by its
 * interpretation.
 */
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
      // a unit foreign to the vital, or contradictory, counts as none
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
