import { appointmentResources, takenSlots } from './demo/appointments.ts';
import { clockOf } from './demo/build.ts';
import { carerHousehold } from './demo/carer.ts';
import type { DemoRight } from './demo/carer.ts';
import type { DemoFile, DemoResource } from './demo/build.ts';
import { deviceResources } from './demo/devices.ts';
import { encounterResources } from './demo/encounters.ts';
import { directoryResources, medicineResources } from './demo/facilities.ts';
import { historyOf } from './demo/history.ts';
import { HOSPITAL_RECORDS, hospitalRecords } from './demo/hospital-records.ts';
import type { HospitalRecord } from './demo/hospital-records.ts';
import { otherResources } from './demo/others.ts';
import { DEMO, identityResources } from './demo/people.ts';
import type { DemoAccount, DemoName } from './demo/people.ts';
import { answerResources, questionnaireResources } from './demo/questionnaires.ts';
import { reportsOf } from './demo/reports.ts';
import { riskResources } from './demo/risk-assessments.ts';
import { VITALS } from './demo/vitals.ts';

export { DEMO, HOSPITAL_RECORDS };
export type { DemoAccount, DemoFile, DemoName, DemoResource };

/** A FHIR R4 transaction that creates or updates each resource under its fixed id. */
export interface DemoTransaction {
  readonly resourceType: 'Bundle';
  readonly type: 'transaction';
  readonly entry: readonly {
    readonly resource: DemoResource;
    readonly request: { readonly method: 'PUT'; readonly url: string };
  }[];
}

export interface DemoBundle {
  /** 'directory' is shared data, loaded first. */
  readonly name: 'directory' | HospitalRecord['name'] | DemoName | 'household';
  readonly patientId?: string;
  /** Account that opens this record, if any. */
  readonly account?: DemoAccount;
  /** Further records the account may open. */
  readonly family: readonly DemoRight[];
  readonly bundle: DemoTransaction;
  readonly files: readonly DemoFile[];
}

function transactionOf(resources: readonly DemoResource[]): DemoTransaction {
  return {
    resourceType: 'Bundle',
    type: 'transaction',
    entry: resources.map((resource) => ({
      resource,
      request: { method: 'PUT', url: `${resource.resourceType}/${resource.id}` },
    })),
  };
}

/** Members first, so that the family's owner can refer to them. */
const ORDER: readonly DemoName[] = ['anh', 'khang', 'chau', 'bao'];

/**
 * All demo data in load order: the directory, hospital records, one bundle per person, and a household with different
 * rights. The same `now` gives the same data; ids never change, so reloading with a later `now` just moves the dates.
 * All people and places are fictitious.
 * @param now the moment that 'latest', 'upcoming' and the slots of the next 30 days refer to
 */
export function demoBundles(now: Date = new Date()): readonly DemoBundle[] {
  const clock = clockOf(now);
  const directory: DemoBundle = {
    name: 'directory',
    family: [],
    files: [],
    bundle: transactionOf([
      ...directoryResources(clock, takenSlots()),
      ...medicineResources(),
      ...questionnaireResources(clock),
    ]),
  };
  const people = ORDER.map((name): DemoBundle => {
    const reports = reportsOf(name, clock);
    const history = historyOf(name, clock);
    const person = DEMO[name];
    return {
      name,
      patientId: person.id,
      ...('account' in person ? { account: person.account } : {}),
      family: name === 'chau' ? [DEMO.anh, DEMO.khang].map(({ id }) => ({ patientId: id, rights: 'write' })) : [],
      bundle: transactionOf([
        ...identityResources(name),
        ...otherResources(name, clock),
        ...encounterResources(name, clock),
        ...riskResources(name, clock),
        ...answerResources(name, clock),
        ...history.resources,
        ...VITALS[name](clock),
        ...reports.resources,
        ...appointmentResources(name, clock),
        ...(name === 'chau' ? deviceResources() : []),
      ]),
      files: [...reports.files, ...history.files],
    };
  });
  const hospitals = hospitalRecords(clock).map(
    ({ resources, ...rest }): DemoBundle => ({ ...rest, family: [], bundle: transactionOf(resources) }),
  );
  const { owner, rights, resources } = carerHousehold(clock);
  const household: DemoBundle = {
    name: 'household',
    patientId: owner.id,
    account: owner.account,
    family: rights,
    bundle: transactionOf(resources),
    files: [],
  };
  return [directory, ...hospitals, ...people, household];
}
