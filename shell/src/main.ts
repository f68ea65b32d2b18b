import './policy.ts';
import './services/loader/first-files.ts';
import './page.css';
import { start } from './app/start.tsx';

void start();
