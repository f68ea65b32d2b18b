import type { RequestPort } from '@phr/contract/host-api';
import { IDENTIFIER_BASE } from '@phr/fhir/identifiers';
import { readSearchset } from '@phr/fhir/bundle';
import { list, shape, text } from '@phr/fhir/json';

const device = shape({ property: list(shape({ type: shape({ coding: list(shape({ code: text })) }), valueCode: list(shape({ text })) })) });

/** The settings of this browser's device, by name; none when it was never registered. */
export async function fetchDeviceSettings(request: RequestPort, patientId: string, deviceId: string, signal: AbortSignal): Promise<Readonly<Record<string, string>>> {
  const { body } = await request.send({ service: 'fhir', method: 'GET', path: '/Device', query: { patient: patientId, identifier: `${IDENTIFIER_BASE}/device-id|${deviceId}`, _count: 1 }, signal });
  const properties = readSearchset(body, device, 'Device').resources[0]?.property ?? [];
  return Object.fromEntries(properties.flatMap(({ type, valueCode }) => {
    const name = type?.coding?.find(({ code }) => code !== undefined)?.code;
    const value = valueCode?.[0]?.text;
    return name === undefined || value === undefined ? [] : [[name, value]];
  }));
}
