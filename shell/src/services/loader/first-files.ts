// To run the first script takes a slow phone a while, and the line is free meanwhile: hence an import of its own, before all others that do something.
import { fetchOwnFiles } from './named-files.ts';

fetchOwnFiles();
