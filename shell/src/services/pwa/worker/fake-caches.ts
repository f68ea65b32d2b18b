/** In-memory CacheStorage for tests: keyed by path, ignoring the query. */
export function createFakeCaches() {
  const rooms = new Map<string, Map<string, Response>>();
  const pathOf = (request: RequestInfo | URL): string =>
    new URL(request instanceof Request ? request.url : String(request), 'https://phr.test').pathname;
  const cacheOf = (room: Map<string, Response>) => ({
    match: async (request: RequestInfo | URL) => room.get(pathOf(request))?.clone(),
    put: async (request: RequestInfo | URL, answer: Response) => {
      room.set(pathOf(request), new Response(await answer.arrayBuffer(), answer));
    },
    delete: async (request: RequestInfo | URL) => room.delete(pathOf(request)),
    keys: async () => [...room.keys()].map((path) => new Request(`https://phr.test${path}`)),
  });
  const open = async (name: string) => {
    const room = rooms.get(name) ?? new Map<string, Response>();
    rooms.set(name, room);
    return cacheOf(room) as unknown as Cache;
  };
  const caches = {
    open,
    has: async (name: string) => rooms.has(name),
    match: async (request: RequestInfo | URL) =>
      [...rooms.values()]
        .map((room) => room.get(pathOf(request)))
        .find((found) => found !== undefined)
        ?.clone(),
    keys: async () => [...rooms.keys()],
    delete: async (name: string) => rooms.delete(name),
  } as unknown as CacheStorage;
  /** Paths per cache. */
  const content = () => Object.fromEntries([...rooms].map(([name, room]) => [name, [...room.keys()].sort()]));
  return { caches, content };
}
