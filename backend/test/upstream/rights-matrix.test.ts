import './records-upstream.ts';
import '../rights-matrix.test.ts';
