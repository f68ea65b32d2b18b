import type { RequestPort } from '@phr/contract/host-api';
import { devicePropertiesIn, deviceQuery } from '@phr/fhir/device-properties';

/** Settings of this browser's device by name; empty if never registered. */
export async function fetchDeviceSettings(
  request: RequestPort,
  patientId: string,
  deviceId: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, string>>> {
  const { body } = await request.send({
    service: 'fhir',
    method: 'GET',
    path: '/Device',
    query: deviceQuery(patientId, deviceId),
    signal,
  });
  return devicePropertiesIn(body);
}
