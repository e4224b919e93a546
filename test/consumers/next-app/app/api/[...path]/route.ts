import { createSandbox } from 'tillkit/sandbox';

const sandbox = createSandbox();

function answer(request: Request) {
  const { pathname, search } = new URL(request.url);
  return sandbox.fetch(new Request(sandbox.baseUrl + pathname.replace('/api', '') + search, request));
}

export { answer as GET, answer as POST };
