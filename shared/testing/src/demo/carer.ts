import { HL7, refOf } from './build.ts';
import type { Clock, DemoResource } from './build.ts';
import { account, familyGroup, idType, mobile, nameOf, relatedPerson, userOf } from './people.ts';
import type { DemoPerson } from './people.ts';
import { Readings } from './vitals.ts';

/** An account's right to another record. */
export interface DemoRight {
  readonly patientId: string;
  readonly rights: 'read' | 'write';
  /** Expiry of the right. */
  readonly endsAt?: Date;
}

const OWNER = {
  id: 'ca4e0000-0000-4000-8000-000000000005',
  name: 'PHẠM THU HÀ',
  birthDate: '1990-08-17',
  gender: 'female',
  pi: 'HA90PTH05',
  phone: '84903456789',
  account: account('ha', '0903456789', 'PHẠM THU HÀ'),
} as const satisfies DemoPerson;

interface Relative {
  readonly key: string;
  readonly person: DemoPerson;
  readonly relationship: string;
  readonly words: string;
  readonly rights: 'read' | 'write';
  /** Days until the right expires. */
  readonly endsIn?: number;
  readonly pressure: readonly [systolic: number, diastolic: number];
}

/**
 * A carer with different rights: keeps her father's record, may read her grandmother's, and her brother's for three
 * more days.
 */
const RELATIVES: readonly Relative[] = [
  {
    key: 'long',
    person: {
      id: 'ca4e0000-0000-4000-8000-000000000006',
      name: 'PHẠM ĐỨC LONG',
      birthDate: '1956-01-30',
      gender: 'male',
      pi: 'LONG56P06',
    },
    relationship: 'NFTH',
    words: 'Cha đẻ',
    rights: 'write',
    pressure: [138, 86],
  },
  {
    key: 'sen',
    person: {
      id: 'ca4e0000-0000-4000-8000-000000000007',
      name: 'ĐỖ THỊ SEN',
      birthDate: '1934-05-12',
      gender: 'female',
      pi: 'SEN34DT07',
    },
    relationship: 'GRMTH',
    words: 'Bà',
    rights: 'read',
    pressure: [126, 74],
  },
  {
    key: 'quan',
    person: {
      id: 'ca4e0000-0000-4000-8000-000000000008',
      name: 'PHẠM MINH QUÂN',
      birthDate: '1996-11-03',
      gender: 'male',
      pi: 'QUAN96P08',
    },
    relationship: 'BRO',
    words: 'Anh, em trai',
    rights: 'read',
    endsIn: 3,
    pressure: [118, 76],
  },
];

/** An account with different rights to members of its household, with all records. */
export function carerHousehold(clock: Clock): {
  readonly owner: typeof OWNER;
  readonly rights: readonly DemoRight[];
  readonly resources: readonly DemoResource[];
} {
  const members = RELATIVES.map(({ person }) => person);
  const related = RELATIVES.map(({ key, person, relationship, words }) =>
    relatedPerson(key, person, relationship, words),
  );
  return {
    owner: OWNER,
    rights: RELATIVES.map(({ person, rights, endsIn }) => ({
      patientId: person.id,
      rights,
      ...(endsIn !== undefined && { endsAt: new Date(clock.now + endsIn * 86_400_000) }),
    })),
    resources: [
      ...members.map((person) => patientOf(person)),
      ...related,
      patientOf(OWNER, related),
      userOf(OWNER, OWNER.account),
      familyGroup(OWNER, members),
      ...readingsOf('ha', OWNER, [112, 70], clock),
      ...RELATIVES.flatMap(({ key, person, pressure }) => readingsOf(key, person, pressure, clock)),
    ],
  };
}

function patientOf(person: DemoPerson, related: readonly DemoResource[] = []): DemoResource {
  return {
    resourceType: 'Patient',
    id: person.id,
    identifier: [idType('PI', person.pi)],
    active: true,
    name: [nameOf(person.name)],
    gender: person.gender,
    birthDate: person.birthDate,
    ...(person.phone !== undefined && { telecom: [mobile('phone', person.phone)] }),
    address: [
      {
        use: 'home',
        line: ['Số 8', 'Đường Sen Hồng', 'Phường Trần Phú'],
        district: 'Quận Hải An',
        city: 'Hải Phòng',
        country: 'VN',
        text: 'Số 8, Đường Sen Hồng, Phường Trần Phú, Quận Hải An, Hải Phòng',
      },
    ],
    maritalStatus: { coding: [{ system: `${HL7}/v3-MaritalStatus`, code: 'M' }] },
    ...(related.length > 0 && { link: related.map((one) => ({ other: refOf(one), type: 'seealso' })) }),
  };
}

/** Weekly blood pressure for two months. */
function readingsOf(
  key: string,
  person: DemoPerson,
  [systolic, diastolic]: Relative['pressure'],
  clock: Clock,
): readonly DemoResource[] {
  const readings = new Readings(key, person, clock);
  for (let week = 0; week < 8; week += 1)
    readings.bloodPressure(
      clock.instant(-1 - week * 7, 7),
      systolic + ((week * 5) % 9) - 4,
      diastolic + ((week * 3) % 7) - 3,
    );
  return readings.resources;
}
