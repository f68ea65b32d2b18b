import './policy.ts';
import './page.css';
import { start } from './app/start.tsx';

void start();
