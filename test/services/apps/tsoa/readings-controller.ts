import {
  Body,
  Controller,
  Delete,
  Example,
  Get,
  Patch,
  Path,
  Post,
  Query,
  Res,
  Response,
  Route,
  SuccessResponse,
  Tags,
  type TsoaResponse,
} from 'tsoa';

export interface Meter {
  /** @isInt */
  id: number;
  /**
   * @minLength 1
   * @maxLength 40
   */
  name: string;
  unit: 'kWh' | 'm3' | 'l';
  /**
   * @minimum 0
   * @maximum 1000000
   */
  reading: number;
  /** Where it hangs. */
  place?: string;
  installedAt: Date;
}

type NewMeter = Pick<Meter, 'name' | 'unit' | 'reading' | 'place'>;
type MeterChange = Partial<NewMeter>;

interface Refusal {
  message: string;
  details?: { [name: string]: unknown };
}

const meters = new Map<number, Meter>([
  [1, { id: 1, name: 'Cellar', unit: 'kWh', reading: 812.5, installedAt: new Date('2024-05-01T10:00:00Z') }],
]);
let last = 1;

@Route('meters')
@Tags('Meters')
export class MetersController extends Controller {
  /** Meters, those of one unit where it is asked for. */
  @Get()
  @Response<Refusal>(422, 'Refused')
  public async list(
    @Query() unit?: 'kWh' | 'm3' | 'l',
    /**
     * @isInt
     * @minimum 1
     * @maximum 100
     */
    @Query() limit = 20,
  ): Promise<Meter[]> {
    return [...meters.values()].filter((meter) => unit === undefined || meter.unit === unit).slice(0, limit);
  }

  @Post()
  @SuccessResponse(201, 'Created')
  @Response<Refusal>(422, 'Refused')
  @Response<Refusal>(400, 'Not readable')
  @Example<Meter>({ id: 7, name: 'Garden', unit: 'm3', reading: 3, installedAt: new Date('2024-05-01T10:00:00Z') })
  public async create(@Body() body: NewMeter): Promise<Meter> {
    last += 1;
    const meter = { id: last, installedAt: new Date(), ...body };
    meters.set(last, meter);
    this.setStatus(201);
    return meter;
  }

  /** @param id @isInt id */
  @Get('{id}')
  @Response<Refusal>(422, 'Refused')
  public async read(@Path() id: number, @Res() missing: TsoaResponse<404, Refusal>): Promise<Meter> {
    return meters.get(id) ?? missing(404, { message: 'no such meter' });
  }

  @Patch('{id}')
  @Response<Refusal>(422, 'Refused')
  @Response<Refusal>(400, 'Not readable')
  public async change(
    @Path() id: number,
    @Body() body: MeterChange,
    @Res() missing: TsoaResponse<404, Refusal>,
  ): Promise<Meter> {
    const meter = meters.get(id);
    if (meter === undefined) return missing(404, { message: 'no such meter' });
    const changed = { ...meter, ...body };
    meters.set(id, changed);
    return changed;
  }

  @Delete('{id}')
  @SuccessResponse(204, 'Gone')
  @Response<Refusal>(422, 'Refused')
  public async remove(@Path() id: number, @Res() missing: TsoaResponse<404, Refusal>): Promise<void> {
    if (!meters.delete(id)) return missing(404, { message: 'no such meter' });
    this.setStatus(204);
  }
}
