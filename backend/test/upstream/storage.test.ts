import './records-upstream.ts';
import '../storage.test.ts';
