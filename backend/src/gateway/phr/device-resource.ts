import { z } from 'zod';
import type { Resource } from '../../fhir/resource.ts';
import { ServerError } from '../../kit/server-error.ts';
import { codeSystem, identifierSystemOf, refTo } from '../../fhir/systems.ts';

/** Settings of the screens are JSON texts (DEV-06). */
const json = z.string().max(20_000).optional();
const Reminder = z.object({
  label: z.string().trim().min(1).max(100),
  minutesOfDay: z.number().int().min(0).max(1_439),
});
const UsingMode = z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(3)]);
const firmware = z.string().max(400).optional();

/** Stored properties (DEV-05, DEV-06). Firmware is set by the server only: sent values are ignored. */
export const Properties = z.strictObject({
  NOTY_MODE: z.string().max(40).optional(),
  USING_MODE: UsingMode.optional(),
  REMINDERS: z.array(Reminder).max(1_000).optional(),
  FW_VERSION: firmware,
  FW_URL: firmware,
  FW_MD5: firmware,
  GLUCOSE_UNIT: z.enum(['mmol/L', 'mg/dL']).optional(),
  DASHBOARD_VITALS: json,
  DASHBOARD_FEATURES: json,
  LATEST_INDEXES: json,
  MONITOR_INDEXES: json,
  DASHBOARD_REPORTS: json,
  LATEST_REPORTS: json,
});
export const UsingModeOf = UsingMode;

const FIRMWARE = new Set(['FW_VERSION', 'FW_URL', 'FW_MD5']);

/** Identifier kinds of a device, each with its own system (DEV-02). */
type IdentifierKind = 'device-id' | 'mac' | 'android-id' | 'serial-number' | 'use-statement';

export interface DeviceFacts {
  readonly patientId: string;
  readonly name: string;
  readonly identifiers: Readonly<Partial<Record<IdentifierKind, string>>>;
  readonly manufacturer?: string | undefined;
  readonly type: string;
  readonly funcType?: string | undefined;
  readonly techType?: string | undefined;
  readonly parent?: { readonly id: string; readonly display?: string } | undefined;
  readonly properties: z.output<typeof Properties>;
}

/** Builds a Device. Omitted settings are taken from `before`. */
export function deviceOf(facts: DeviceFacts, before?: string): Resource {
  const storedProperties = before === undefined ? {} : propertiesOf(before);
  const sent = Object.entries(facts.properties)
    .filter(([name, value]) => value !== undefined && !FIRMWARE.has(name))
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)] as const);
  const property = Object.entries({ ...storedProperties, ...Object.fromEntries(sent) }).map(([code, text]) => ({
    type: { coding: [{ system: codeSystem('device-property'), code }] },
    valueCode: [{ text }],
  }));
  const coding = [
    { system: codeSystem('device-type'), code: facts.type },
    ...(facts.funcType === undefined ? [] : [{ system: codeSystem('device-function'), code: facts.funcType }]),
    ...(facts.techType === undefined ? [] : [{ system: codeSystem('device-technology'), code: facts.techType }]),
  ];
  return {
    resourceType: 'Device',
    identifier: Object.entries(facts.identifiers).map(([kind, value]) => ({ system: identifierSystemOf(kind), value })),
    status: 'active',
    type: { coding },
    deviceName: [{ name: facts.name, type: 'user-friendly-name' }],
    patient: refTo('Patient', facts.patientId),
    ...(facts.manufacturer === undefined ? {} : { manufacturer: facts.manufacturer }),
    ...(facts.identifiers['serial-number'] === undefined ? {} : { serialNumber: facts.identifiers['serial-number'] }),
    ...(facts.parent === undefined ? {} : { parent: refTo('Device', facts.parent.id, facts.parent.display) }),
    ...(property.length === 0 ? {} : { property }),
  };
}

/** Rejects two reminders at one time, or more than a hub stores (DEV-10, DEV-11). */
export function checkReminders({ REMINDERS: reminders = [] }: z.output<typeof Properties>, most: number): void {
  if (new Set(reminders.map(({ minutesOfDay }) => minutesOfDay)).size < reminders.length)
    throw new ServerError('DUPLICATE_REMINDER', 'Two reminders have the same time');
  if (reminders.length > most)
    throw new ServerError('REMINDER_LIMIT', `A device keeps at most ${most} reminders`, {
      detail: { message: 'properties.REMINDERS' },
    });
}

const Stored = z.object({
  type: z
    .object({ coding: z.array(z.object({ system: z.string().default(''), code: z.string().default('') })).default([]) })
    .default({ coding: [] }),
  identifier: z.array(z.object({ system: z.string().default(''), value: z.string().default('') })).default([]),
  property: z
    .array(
      z.object({
        type: z.object({ coding: z.array(z.object({ code: z.string() })).min(1) }),
        valueCode: z.array(z.object({ text: z.string() })).min(1),
      }),
    )
    .default([]),
});

function propertiesOf(content: string): Record<string, string> {
  const stored = Stored.safeParse(JSON.parse(content));
  if (!stored.success) return {};
  return Object.fromEntries(
    stored.data.property.flatMap(({ type, valueCode }) => {
      const [coding] = type.coding;
      const [value] = valueCode;
      return coding === undefined || value === undefined ? [] : [[coding.code, value.text] as const];
    }),
  );
}

/** The identifier of one kind of a stored device. */
export function identifierIn(content: string, kind: IdentifierKind): string | undefined {
  const stored = Stored.safeParse(JSON.parse(content));
  return stored.success
    ? stored.data.identifier.find(({ system }) => system === identifierSystemOf(kind))?.value
    : undefined;
}

/** The type, function or technology of a stored device. */
export function typeCodeIn(
  content: string,
  kind: 'device-type' | 'device-function' | 'device-technology',
): string | undefined {
  const stored = Stored.safeParse(JSON.parse(content));
  return stored.success ? stored.data.type.coding.find(({ system }) => system === codeSystem(kind))?.code : undefined;
}
