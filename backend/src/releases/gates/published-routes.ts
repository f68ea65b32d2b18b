import { z } from 'zod';
import type { KnownRoute } from './calls-gate.ts';

/** Callable services by the names of their documents. */
const SERVICES = ['identity', 'fhir', 'phr', 'admin', 'directory', 'emr', 'storage'] as const;
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/**
 * All services' routes from their OpenAPI documents, as some run in other processes.
 * @param read a service's document; undefined if it does not run here
 */
export async function publishedRoutes(read: (service: string) => Promise<unknown>): Promise<readonly KnownRoute[]> {
  const documents = await Promise.all(SERVICES.map(read));
  return documents
    .filter((document) => document !== undefined)
    .flatMap((document) =>
      Object.entries(Document.parse(document).paths).flatMap(([path, operations]) =>
        Object.keys(operations).map((method) => ({
          method: method.toUpperCase(),
          url: path.replace(/\{(\w+)\}/g, ':$1'),
        })),
      ),
    );
}
