import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { cities, districts, type Edition } from '../reference/places.ts';
import { parseBody } from '../security/parse.ts';
import { ServerError } from '../security/server-error.ts';
import { described } from '../web/route-schema.ts';

const Query = z.object({ cityName: z.string().trim().min(1).max(100) });
const City = z.object({ code: z.string(), name: z.string(), levels: z.union([z.literal(2), z.literal(3)]) });
const District = z.object({ code: z.string(), name: z.string() });
/** The directory changes when the law does. */
const KEPT = 'public, max-age=3600';

/** The clinic directory: provinces and their districts in the edition that the installation uses (D-23). */
export function registerDirectory(app: FastifyInstance, edition: Edition): void {
  app.get('/cities', described({ service: 'directory', summary: 'Provinces and cities.', security: 'none', answer: z.array(City) }),
    (_request, reply) => reply.header('cache-control', KEPT).send(cities(edition)));

  app.get('/districts/cityname', described({
    service: 'directory', summary: 'Districts of a city by its name; none for a city of two levels.', security: 'none', query: Query, answer: z.array(District),
  }), (request, reply) => {
    const found = districts(edition, parseBody(Query, request.query).cityName);
    if (found === undefined) throw new ServerError('NOT_FOUND', 'There is no such city');
    return reply.header('cache-control', KEPT).send(found);
  });
}
