import { money } from '@phr/fhir/datatypes';
import { list, lenientObject, text } from '@phr/fhir/json';

const priceExtension = list(lenientObject({ url: text, valueMoney: money }));

/** Price in dong from our service-price extension; undefined if missing or in another currency. */
export function priceOf(extensions: unknown): number | undefined {
  const price = priceExtension(extensions)?.find(({ url }) => url?.endsWith('/service-price') === true)?.valueMoney;
  return price?.currency === undefined || price.currency === 'VND' ? price?.value : undefined;
}
