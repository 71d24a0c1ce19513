import { standin } from 'standin/vite';

export default { plugins: [standin({ document: '../openapi.yaml', base: '/api' })] };
