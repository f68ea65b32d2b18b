import { z } from 'zod';
import type { KnownRoute } from './calls-gate.ts';

/** Services whose calls modules may declare, by the names of their documents. */
const SERVICES = ['identity', 'fhir', 'phr', 'admin', 'directory', 'emr', 'storage'] as const;
const Document = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/**
 * The routes of all services from what they publish of themselves (OpenAPI), since some run in processes of their own.
 * @param read the document of a service; undefined where it does not run here
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
