import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Edition } from '../../kit/config.ts';
import { cities, cityOf, districts } from '../reference/places.ts';
import { successors, wards } from '../reference/wards.ts';
import { parseBody } from '../../kit/parse.ts';
import { ServerError } from '../../kit/server-error.ts';
import { described } from '../../kit/route-schema.ts';

const Query = z.object({ cityName: z.string().trim().min(1).max(100) });
const City = z.object({ code: z.string(), name: z.string(), levels: z.union([z.literal(2), z.literal(3)]) });
const District = z.object({ code: z.string(), name: z.string() });
const OldWard = Query.extend({
  districtName: z.string().trim().min(1).max(100),
  wardName: z.string().trim().min(1).max(100),
});
const Successor = District.extend({ cityName: z.string() });
/** The directory changes when the law does. */
const KEPT = 'public, max-age=3600';

/** Clinic directory: provinces with districts or wards, in the installation's edition (D-23). */
export function registerDirectory(app: FastifyInstance, edition: Edition): void {
  app.get(
    '/cities',
    described({ service: 'directory', summary: 'Provinces and cities.', security: 'none', answer: z.array(City) }),
    (_request, reply) => reply.header('cache-control', KEPT).send(cities(edition)),
  );

  app.get(
    '/districts/cityname',
    described({
      service: 'directory',
      summary: 'Districts of a city by its name; none for a city of two levels.',
      security: 'none',
      query: Query,
      answer: z.array(District),
    }),
    (request, reply) => {
      const found = districts(edition, parseBody(Query, request.query).cityName);
      if (found === undefined) throw new ServerError('NOT_FOUND', 'There is no such city');
      return reply.header('cache-control', KEPT).send(found);
    },
  );
  app.get(
    '/wards/cityname',
    described({
      service: 'directory',
      summary:
        'Wards of a city by its name; none for a city of three levels. Not in the catalogue: an addition of this product.',
      security: 'none',
      query: Query,
      answer: z.array(District),
    }),
    async (request, reply) => {
      const { cityName } = parseBody(Query, request.query);
      const city = cityOf(edition, cityName);
      if (city === undefined) throw new ServerError('NOT_FOUND', 'There is no such city');
      return reply.header('cache-control', KEPT).send(city.levels === 2 ? ((await wards(cityName)) ?? []) : []);
    },
  );

  app.get(
    '/wards/successors',
    described({
      service: 'directory',
      summary:
        'What a ward of before July 2025 belongs to now; several when it was divided. Not in the catalogue: an addition of this product.',
      security: 'none',
      query: OldWard,
      answer: z.array(Successor),
    }),
    async (request, reply) =>
      reply.header('cache-control', KEPT).send(await successors(parseBody(OldWard, request.query))),
  );
}
