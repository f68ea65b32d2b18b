import Fastify, { type FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Db } from './platform.ts';
import { HEADER_LIMITS } from './unfinished.ts';

/** Metrics. Labels contain route names, never ids or values. */
export interface Metrics {
  /** Measures every answer of a server. */
  watch(app: FastifyInstance, service: string): void;
  /** A gauge, read on demand. */
  gauge(name: string, help: string, read: () => number | Promise<number>): void;
  /** A counter, read on demand. */
  counter(name: string, help: string, read: () => number): void;
  /** Adds a part's metrics; names must be unique. */
  include(figures: Registry): void;
  /** Serves /metrics on its own port, not to be published by a proxy. */
  listen(port: number, host: string): Promise<{ close(): Promise<void> }>;
}

/** Bucket bounds in seconds; the first distinguish an index search from a scan. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(db: Db): Metrics {
  const registry = new Registry();
  const all = [registry];
  collectDefaultMetrics({ register: registry, prefix: 'phr_' });
  const answers = new Histogram({
    name: 'phr_http_answer_seconds',
    help: 'Time until an answer was sent',
    labelNames: ['service', 'method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const gauge: Metrics['gauge'] = (name, help, read) => {
    new Gauge({
      name,
      help,
      registers: [registry],
      async collect() {
        this.set(await read());
      },
    });
  };
  gauge('phr_database_connections', 'Connections of the pool', () => db.pool.totalCount);
  gauge('phr_database_waiting', 'Calls that wait for a connection', () => db.pool.waitingCount);
  gauge('phr_outbox_waiting', 'Events that are stored and not yet told', async () => {
    const [row] = await db.query<{ n: string }>('select count(*) as n from outbox where seq is null');
    return Number(row?.n ?? 0);
  });

  return {
    watch(app, service) {
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'unknown';
        answers.observe(
          { service, method: request.method, route, status: reply.statusCode },
          reply.elapsedTime / 1_000,
        );
      });
    },
    gauge,
    counter(name, help, read) {
      new Counter({
        name,
        help,
        registers: [registry],
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
    include(figures) {
      all.push(figures);
    },
    async listen(port, host) {
      const app = Fastify({ http: HEADER_LIMITS });
      app.get('/metrics', async (_request, reply) => {
        const texts = await Promise.all(all.map((one) => one.metrics()));
        return reply.type(registry.contentType).send(texts.join('\n'));
      });
      await app.listen({ port, host });
      return { close: () => app.close() };
    },
  };
}
