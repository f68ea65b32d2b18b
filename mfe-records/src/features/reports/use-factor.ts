import type { Factor } from './previous.model.ts';
import { useAsked, usePlainWords } from './use-plain-words.ts';

/** By what numbers of one unit are multiplied to be numbers of another; none become another before the table of results is here. */
export function useFactor(): Factor {
  const words = usePlainWords();
  const asked = useAsked(undefined);
  return (result, from, to) => words?.factor(asked(result), from, to);
}
