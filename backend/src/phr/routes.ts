import type { FastifyInstance } from 'fastify';
import type { Repository } from '../fhir/repository.ts';
import type { Platform } from '../platform.ts';
import { registerAppointments } from './appointments.ts';
import { registerCurrentDevice } from './current-device.ts';
import { registerObservations } from './observations.ts';

/** The PHR API, one file a subject. */
export function registerPhr(app: FastifyInstance, platform: Platform, repository: Repository): void {
  registerCurrentDevice(app, platform, repository);
  registerObservations(app, platform, repository);
  registerAppointments(app, platform, repository);
}
