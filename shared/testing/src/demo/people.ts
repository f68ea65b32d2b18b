import { concept, HL7, identifier, idOf, JOB_TITLE, PHR_BASE, refOf, refTo } from './build.ts';
import type { DemoResource } from './build.ts';

/** An account of the identity service. */
export interface DemoAccount {
  readonly userName: string;
  readonly password: string;
  readonly fullName: string;
  /** 84 and nine digits. */
  readonly phone: string;
  /** Id of the User resource. */
  readonly boxUser: string;
}

export interface DemoPerson {
  readonly id: string;
  readonly name: string;
  readonly birthDate: string;
  readonly gender: 'male' | 'female';
  readonly pi: string;
  readonly phone?: string;
  readonly account?: DemoAccount;
}

export const account = (key: string, userName: string, fullName: string): DemoAccount => ({
  userName,
  password: 'phr-demo-2026',
  fullName,
  phone: `84${userName.slice(1)}`,
  boxUser: idOf(`user/${key}`),
});

/** The demo people. Fixed ids; all fictitious. */
export const DEMO = {
  chau: {
    id: 'c4a50000-0000-4000-8000-000000000001',
    name: 'TRẦN MINH CHÂU',
    birthDate: '1985-03-14',
    gender: 'female',
    pi: 'CHAU85P01',
    phone: '84901234567',
    account: account('chau', '0901234567', 'TRẦN MINH CHÂU'),
  },
  anh: {
    id: 'a4500000-0000-4000-8000-000000000002',
    name: 'NGUYỄN THỊ ÁNH',
    birthDate: '1958-06-02',
    gender: 'female',
    pi: 'ANH58P002',
    phone: '84912345670',
  },
  khang: {
    id: 'b5a60000-0000-4000-8000-000000000003',
    name: 'TRẦN AN KHANG',
    birthDate: '2018-09-21',
    gender: 'male',
    pi: 'KHANG1803',
  },
  bao: {
    id: 'bab00000-0000-4000-8000-000000000004',
    name: 'LÊ QUỐC BẢO',
    birthDate: '1979-11-05',
    gender: 'male',
    pi: 'BAO79P004',
    phone: '84907654321',
    account: account('bao', '0907654321', 'LÊ QUỐC BẢO'),
  },
} as const satisfies Record<string, DemoPerson>;

export type DemoName = keyof typeof DEMO;

/** A hospital's record of the main demo person, linked to her own. */
export const LINKED_RECORD = 'c4a50000-0000-4000-8000-0000000000a2';

/** The main patient's family with relationships (HL7 v3 RoleCode). */
const RELATIVES = [
  { name: 'anh', relationship: 'NMTH', words: 'Mẹ đẻ' },
  { name: 'khang', relationship: 'SON', words: 'Con trai' },
] as const;

interface Details {
  readonly address: {
    readonly house: string;
    readonly street: string;
    readonly ward: string;
    readonly district: string;
    readonly city: string;
  };
  readonly marital: 'U' | 'M';
  readonly job?: { readonly code: string; readonly label: string };
  readonly identifiers: readonly object[];
  readonly contacts: readonly object[];
}

export const idType = (kind: string, value: string): object => ({
  type: { coding: [{ system: `${HL7}/v2-0203`, code: kind }] },
  ...identifier(kind.toLowerCase(), value),
});
export const mobile = (system: 'phone' | 'email', value: string): object => ({ system, value, use: 'mobile' });

const HOME = {
  house: 'Số 27',
  street: 'Đường Hoa Sữa',
  ward: 'Phường An Bình',
  district: 'Quận Ninh Kiều',
  city: 'Cần Thơ',
};

const DETAILS: Readonly<Record<DemoName, Details>> = {
  chau: {
    address: HOME,
    marital: 'M',
    job: { code: '066', label: 'Giáo viên trung học phổ thông' },
    identifiers: [idType('NaID', '092185000001')],
    contacts: [
      {
        relationship: [concept(`${HL7}/v2-0131`, 'C', 'Liên hệ khẩn cấp')],
        name: { text: 'PHẠM GIA HUY', given: ['PHẠM', 'GIA'], family: 'HUY' },
        telecom: [mobile('phone', '84938111222')],
        gender: 'male',
        address: { text: 'Số 27, Đường Hoa Sữa, Cần Thơ', country: 'VN' },
      },
    ],
  },
  anh: {
    address: HOME,
    marital: 'M',
    job: { code: '221', label: 'Người nghỉ hưu' },
    identifiers: [idType('NaID', '092158000002'), idType('MA', 'SM-0582147')],
    contacts: [
      {
        relationship: [concept(`${HL7}/v2-0131`, 'C', 'Liên hệ khẩn cấp')],
        name: { text: 'TRẦN MINH CHÂU', given: ['TRẦN', 'MINH'], family: 'CHÂU' },
        telecom: [mobile('phone', '84901234567')],
        gender: 'female',
      },
    ],
  },
  khang: { address: HOME, marital: 'U', identifiers: [], contacts: [] },
  bao: {
    address: {
      house: 'Căn 5B',
      street: 'Đường Lá Me',
      ward: 'Phường Tân Phong',
      district: 'Quận 7',
      city: 'Hồ Chí Minh',
    },
    marital: 'U',
    job: { code: '215', label: 'Lái xe ô tô, xe tải' },
    identifiers: [idType('NaID', '079079000004')],
    contacts: [],
  },
};

/** The words of a name as written; the last is the family name (D-22). */
export function nameOf(name: string): object {
  const words = name.split(' ');
  return { use: 'official', text: name, given: words.slice(0, -1), family: words.at(-1) };
}

function patientOf(key: DemoName, links: readonly object[]): DemoResource {
  const person: DemoPerson = DEMO[key];
  const { address, marital, job, identifiers, contacts } = DETAILS[key];
  return {
    resourceType: 'Patient',
    id: person.id,
    ...(job === undefined
      ? {}
      : {
          extension: [
            {
              url: JOB_TITLE,
              valueCoding: { system: `${PHR_BASE}/fhir/CodeSystem/occupation`, code: job.code, display: job.label },
            },
          ],
        }),
    identifier: [idType('PI', person.pi), ...identifiers],
    active: true,
    name: [nameOf(person.name)],
    ...(person.phone === undefined
      ? {}
      : {
          telecom: [
            mobile('phone', person.phone),
            ...(person.account === undefined ? [] : [mobile('email', `${key}@phr.example`)]),
          ],
        }),
    gender: person.gender,
    birthDate: person.birthDate,
    address: [
      {
        use: 'home',
        line: [address.house, address.street, address.ward],
        district: address.district,
        city: address.city,
        country: 'VN',
        text: [address.house, address.street, address.ward, address.district, address.city].join(', '),
      },
    ],
    maritalStatus: { coding: [{ system: `${HL7}/v3-MaritalStatus`, code: marital }] },
    ...(contacts.length === 0 ? {} : { contact: contacts }),
    ...(links.length === 0 ? {} : { link: links }),
  };
}

export function userOf(person: DemoPerson, { userName, phone, boxUser }: DemoAccount): DemoResource {
  return {
    resourceType: 'User',
    id: boxUser,
    identifier: [identifier('user', boxUser)],
    userName,
    phoneNumber: phone,
    data: { patient_id: person.id },
  };
}

/** The patient; for account owners also the user, and the family with its related persons. */
export function identityResources(key: DemoName): readonly DemoResource[] {
  const person: DemoPerson = DEMO[key];
  if (key !== 'chau') {
    const household = key === 'bao' ? [familyGroup(person, [])] : [];
    return [
      patientOf(key, []),
      ...(person.account === undefined ? [] : [userOf(person, person.account)]),
      ...household,
    ];
  }
  const related = RELATIVES.map(({ name, relationship, words }) =>
    relatedPerson(name, DEMO[name], relationship, words),
  );
  return [
    patientOf(key, [
      ...related.map((person) => ({ other: refOf(person), type: 'seealso' })),
      { other: refTo('Patient', LINKED_RECORD), type: 'seealso' },
    ]),
    userOf(DEMO.chau, DEMO.chau.account),
    ...related,
    familyGroup(
      DEMO.chau,
      RELATIVES.map(({ name }) => DEMO[name]),
    ),
  ];
}

/** A household member's relationship to its owner (HL7 v3 RoleCode). */
export function relatedPerson(key: string, member: DemoPerson, relationship: string, words: string): DemoResource {
  return {
    resourceType: 'RelatedPerson',
    id: idOf(`related/${key}`),
    active: true,
    patient: refTo('Patient', member.id, member.name),
    relationship: [concept(`${HL7}/v3-RoleCode`, relationship, words)],
    name: [nameOf(member.name)],
    gender: member.gender,
    birthDate: member.birthDate,
  };
}

/** An account owner's household, the owner first. */
export function familyGroup(main: DemoPerson, members: readonly DemoPerson[]): DemoResource {
  return {
    resourceType: 'Group',
    id: idOf(`family/${main.pi}`),
    active: true,
    type: 'person',
    actual: true,
    code: concept(`${PHR_BASE}/fhir/CodeSystem/group`, 'FAMILY', 'Gia đình'),
    name: `Gia đình ${main.name}`,
    quantity: members.length + 1,
    member: [main, ...members].map(({ id, name }) => ({ entity: refTo('Patient', id, name) })),
  };
}
