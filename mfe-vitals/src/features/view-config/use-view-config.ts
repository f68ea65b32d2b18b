import { useHost } from '@phr/module-kit/host';
import { useQuery } from '@tanstack/react-query';
import { fetchViewConfig } from './view-config.api.ts';

/** How the deployment lists and draws vital signs; read once. */
export function useViewConfig() {
  const { request } = useHost();
  return useQuery({
    queryKey: ['view-config', 'vital-signs'],
    queryFn: ({ signal }) => fetchViewConfig(request, signal),
    staleTime: Infinity,
    retry: false,
  });
}
